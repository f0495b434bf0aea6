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
