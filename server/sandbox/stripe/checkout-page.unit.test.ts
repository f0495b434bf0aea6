import { afterAll, beforeAll, expect, it } from "vitest";
import { onlySubscription, openCheckout, startSandbox, type TestSandbox } from "../testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** A failed attempt leaves a payment intent, but neither subscription nor invoice. */
async function nothingBut(customer: string) {
	expect((await sandbox.stripe.subscriptions.list({ customer, status: "all" })).data).toEqual([]);
	expect((await sandbox.stripe.invoices.list({ customer })).data).toEqual([]);
	const [intent, ...others] = (await sandbox.stripe.paymentIntents.list({ customer })).data;
	if (!intent || others.length > 0) throw new Error("There is not exactly one payment intent");
	return intent;
}

const alertOf = (markup: string) => /role="alert">([^<]*)</.exec(markup)?.[1];

it("shows what is bought, as plain forms that post to the page itself", async () => {
	const { url } = await openCheckout(sandbox, { lookupKey: "pro_yearly" });
	const shown = await (await fetch(url)).text();
	expect(shown).toContain("Sandbox: this page stands in for Stripe's.");
	expect(shown).toContain("Visualink Pro");
	expect(shown).toContain("€199.90");
	expect(shown).toContain(`action="${new URL(url).pathname}"`);
	expect(shown).not.toContain("<script");
});

it("is paid by posting a card to the page's own address", async () => {
	const { customer, session, url } = await openCheckout(sandbox);
	const paid = await sandbox.post(url, { card_number: "4242 4242 4242 4242", name: "Ada Lovelace", country: "PT" });
	expect(paid.status).toBe(303);
	expect(paid.headers.get("location")).toBe(`${sandbox.origin}/payment-success?session_id=${session.id}`);

	const complete = await sandbox.stripe.checkout.sessions.retrieve(session.id, {
		expand: ["subscription", "line_items"],
	});
	expect(complete).toMatchObject({ status: "complete", payment_status: "paid", url: null, amount_total: 1999 });
	expect(complete.subscription).toMatchObject({ status: "active", metadata: { userId: "u1" } });
	expect(complete.line_items?.data[0]?.amount_total).toBe(1999);
	// The SDK's `LineItem` has none: a product is asked for at the price.
	expect(complete.line_items?.data[0]).not.toHaveProperty("product");
	expect(await sandbox.stripe.customers.retrieve(customer)).toMatchObject({
		name: "Ada Lovelace",
		address: { country: "PT" },
	});

	const again = await sandbox.post(url, { card_number: "4242424242424242" });
	expect([again.status, again.headers.get("location")]).toEqual([303, paid.headers.get("location")]);
	expect((await onlySubscription(sandbox, customer)).status).toBe("active");
});

it.each([
	["4000 0000 0000 0002", "Your card was declined."],
	["4000 0000 0000 9995", "Your card has insufficient funds."],
])("declines %s in Stripe's words, and takes the next card", async (card_number, words) => {
	const { customer, url } = await openCheckout(sandbox);
	const declined = await sandbox.post(url, { card_number });
	expect([declined.status, alertOf(await declined.text())]).toEqual([402, words]);
	expect(await nothingBut(customer)).toMatchObject({
		status: "requires_payment_method",
		last_payment_error: { message: words },
	});

	expect((await sandbox.post(url, { card_number: "4242424242424242" })).status).toBe(303);
	expect((await onlySubscription(sandbox, customer)).status).toBe("active");
	await sandbox.control.webhooks.idle();
	const mine = sandbox.heard.filter(({ data }) => (data.object as { customer?: string }).customer === customer);
	expect(mine.map(({ type }) => type)).toEqual(
		expect.arrayContaining([
			"charge.failed",
			"payment_intent.payment_failed",
			"payment_intent.succeeded",
			"invoice.paid",
		]),
	);
});

it("refuses what is no test card", async () => {
	const { customer, url } = await openCheckout(sandbox);
	const refused = await sandbox.post(url, { card_number: "1234" });
	expect([refused.status, alertOf(await refused.text())]).toEqual([402, "Your card number is invalid."]);
	expect((await sandbox.stripe.subscriptions.list({ customer, status: "all" })).data).toEqual([]);
});

it("asks for 3-D Secure on a further page, which can be failed and passed", async () => {
	const { customer, url } = await openCheckout(sandbox);
	const asked = await sandbox.post(url, { card_number: "4000 0027 6000 3155" });
	const bank = new URL(asked.headers.get("location") ?? "", sandbox.origin);
	expect([asked.status, bank.pathname]).toEqual([303, `${new URL(url).pathname}/authenticate`]);
	expect(await (await fetch(bank)).text()).toContain("Complete authentication");
	expect((await nothingBut(customer)).status).toBe("requires_action");

	const failed = await sandbox.post(url, { action: "fail" });
	expect(failed.status).toBe(402);
	expect(alertOf(await failed.text())).toContain("failed authentication");

	await sandbox.post(url, { card_number: "4000 0027 6000 3155" });
	expect((await sandbox.post(url, { action: "complete" })).status).toBe(303);
	expect((await onlySubscription(sandbox, customer)).status).toBe("active");
	const intent = (await sandbox.stripe.paymentIntents.list({ customer, expand: ["data.latest_charge"] })).data[0];
	expect(intent?.latest_charge).toMatchObject({ payment_method_details: { card: { country: "DE", last4: "3155" } } });
});

it("takes promotion codes, once each first purchase where it says so", async () => {
	const first = await openCheckout(sandbox);
	const applied = await (await sandbox.post(first.url, { promotion_code: "first50off" })).text();
	expect(applied).toContain("€9.99");
	const wrong = await sandbox.post(first.url, { promotion_code: "NOPE" });
	expect(alertOf(await wrong.text())).toBe("This code is invalid.");
	await sandbox.post(first.url, { promotion_code: "FIRST50OFF", card_number: "4242424242424242" });
	const { data } = await sandbox.stripe.invoices.list({ customer: first.customer });
	expect(data[0]).toMatchObject({ subtotal: 1999, amount_paid: 999, total: 999 });

	const second = await openCheckout(sandbox, { customer: first.customer });
	const refused = await sandbox.post(second.url, { promotion_code: "FIRST50OFF" });
	expect(alertOf(await refused.text())).toContain("first purchase");
});

it("makes no payment for a price of nothing", async () => {
	const { stripe } = sandbox;
	const coupon = await stripe.coupons.create({ percent_off: 100, duration: "forever" });
	await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code: "FREE" });
	const { customer, session, url } = await openCheckout(sandbox);
	expect((await sandbox.post(url, { promotion_code: "FREE", card_number: "4242424242424242" })).status).toBe(303);
	expect((await onlySubscription(sandbox, customer)).status).toBe("active");
	expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("no_payment_required");
	expect((await stripe.paymentIntents.list({ customer })).data).toEqual([]);
	const { data } = await stripe.invoices.list({ customer, expand: ["data.payments"] });
	expect([data[0]?.status, data[0]?.payments?.data]).toEqual(["paid", []]);
});

it("sells nobody a second subscription in another currency", async () => {
	const { stripe } = sandbox;
	const dollars = {
		product: "prod_pro",
		currency: "usd",
		unit_amount: 2199,
		recurring: { interval: "month" as const },
	};
	const { id: price } = await stripe.prices.create(dollars);
	const inDollars = await openCheckout(sandbox, { price });
	const { customer } = inDollars;
	const inEuros = await openCheckout(sandbox, { customer });
	expect((await sandbox.post(inEuros.url, { card_number: "4242424242424242" })).status).toBe(303);
	const refused = await sandbox.post(inDollars.url, { card_number: "4242424242424242" });
	expect([refused.status, alertOf(await refused.text())]).toEqual([402, expect.stringContaining("combine currencies")]);
	await expect(openCheckout(sandbox, { customer, price })).rejects.toThrow("with currency eur");
	expect((await onlySubscription(sandbox, customer)).currency).toBe("eur");
});

it("says that a page has expired, or never was", async () => {
	const { session, url } = await openCheckout(sandbox);
	await sandbox.stripe.checkout.sessions.expire(session.id);
	expect((await fetch(url)).status).toBe(410);
	expect((await sandbox.post(url, { card_number: "4242424242424242" })).status).toBe(410);
	expect((await fetch(`${sandbox.origin}/sandbox/stripe/checkout/cs_test_none`)).status).toBe(404);
});

it("has a receipt for what was paid", async () => {
	const { customer, url } = await openCheckout(sandbox);
	await sandbox.post(url, { card_number: "4242424242424242" });
	const [charge] = sandbox.control.kept.charges(customer);
	const receipt = await (await fetch(charge?.receipt_url ?? "")).text();
	expect(receipt).toContain("€19.99");
	expect(receipt).toContain("4242");
});
