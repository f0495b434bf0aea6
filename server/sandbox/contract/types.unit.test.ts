import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { planPrice } from "#server/billing/subscriptions/sync/planned-change.ts";
import { openCheckout, startSandbox, subscribed, type TestSandbox } from "../testing/start-sandbox.ts";
import { createRecorder } from "./recorder.ts";
import { checkTypes } from "./type-check.ts";

/** The compiler, on a machine that has other things to do. */
const PATIENCE_MS = 120_000;

const recorder = createRecorder();
let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ record: recorder.record });
});
afterAll(() => sandbox.close());

it("what passes in a subscription's life has the types of the SDK", { timeout: PATIENCE_MS }, async () => {
	const { stripe, control } = sandbox;
	const declined = await openCheckout(sandbox);
	await sandbox.post(declined.url, { card_number: "4000 0000 0000 0002" });
	await stripe.checkout.sessions.expire(declined.session.id);
	await stripe.customers.del(declined.customer);
	await expect(stripe.customers.update(declined.customer, { name: "Ada" })).rejects.toThrow("No such customer");

	const { customer, subscription } = await subscribed(sandbox, "basic_monthly");
	await stripe.customers.createTaxId(customer, { type: "eu_vat", value: "PT123456789" });
	const [portal] = (await stripe.billingPortal.configurations.list()).data;
	const { data: prices } = await stripe.prices.list({ lookup_keys: ["pro_monthly", "starter_monthly"] });
	const priceOf = (key: string) => prices.find(({ lookup_key }) => lookup_key === key)?.id ?? "";
	const upgrade = { id: subscription.items.data[0]?.id ?? "", price: priceOf("pro_monthly"), quantity: 1 };
	const preview = await stripe.invoices.createPreview({
		subscription: subscription.id,
		subscription_details: { items: [upgrade], proration_behavior: "always_invoice" },
	});
	await stripe.billingPortal.sessions.create({
		customer,
		configuration: portal?.id ?? "",
		flow_data: { type: "payment_method_update" },
	});
	const change: Stripe.SubscriptionUpdateParams = {
		items: [upgrade],
		payment_behavior: "pending_if_incomplete",
		proration_behavior: "always_invoice",
		proration_date: preview.parent?.subscription_details?.subscription_proration_date ?? 0,
		cancel_at_period_end: false,
	};
	await control.setCard({ customer, cardNumber: "4000 0000 0000 0002" });
	const pending = await stripe.subscriptions.update(subscription.id, change);
	await stripe.invoices.voidInvoice(String(pending.latest_invoice));
	await control.setCard({ customer, cardNumber: "4242 4242 4242 4242" });
	await stripe.subscriptions.update(subscription.id, change);
	await planPrice(stripe, await stripe.subscriptions.retrieve(subscription.id), {
		...(prices[0] as Stripe.Price),
		id: priceOf("starter_monthly"),
	});
	await control.advance({ customer, days: 40 });
	await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
	const { data: invoices } = await stripe.invoices.list({ customer, expand: ["data.payments"] });
	const intents = await stripe.paymentIntents.list({ customer, expand: ["data.latest_charge"] });
	const refund = await stripe.refunds.create({ payment_intent: intents.data[0]?.id ?? "" });
	await control.failRefund({ refund: refund.id });
	const dispute = await control.dispute({ paymentIntent: intents.data[1]?.id ?? "" });
	await control.closeDispute({ dispute: dispute.id, outcome: "lost" });
	await stripe.disputes.list();
	await stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: "eur", description: "Sorry" });
	await stripe.customers.listBalanceTransactions(customer);
	await stripe.refunds.list({ payment_intent: intents.data[0]?.id ?? "" });
	await stripe.paymentIntents.update(intents.data[0]?.id ?? "", { metadata: { note: "1" } });
	await stripe.events.list();
	await stripe.webhookEndpoints.list();
	expect(invoices.length).toBeGreaterThan(2);

	const { counts, wrong } = await checkTypes(recorder.shapes());
	expect(wrong).toEqual([]);
	expect([counts.request.shapes, counts.answer.shapes, counts.event.shapes].every((shapes) => shapes > 15)).toBe(true);
	expect(counts.refusal.passed).toBe(1);
});

it("a field too many, one too few, and an event that Stripe has not are told", { timeout: PATIENCE_MS }, async () => {
	await subscribed(sandbox);
	const paid = recorder.shapes().find(({ kind, call }) => kind === "event" && call === "invoice.paid");
	const event = structuredClone(paid?.value) as { data: { object: { lines: { data: object[] } } } };
	Object.assign(event.data.object.lines.data[0] ?? {}, { product: "prod_1" });
	const wrong = createRecorder();
	wrong.record({ kind: "event", call: "invoice.paid", value: event });
	const deleted = { id: "cus_1", object: "customer", deleted: true };
	const said = { kind: "answer", call: "DELETE /v1/customers/:id" } as const;
	wrong.record({ ...said, value: deleted });
	wrong.record({ ...said, value: { ...deleted, product: "prod_1" } });
	wrong.record({ ...said, value: { id: "cus_1", object: "customer" } });
	wrong.record({ kind: "request", call: "POST /v1/customers", value: { nickname: "Ada" } });
	wrong.record({ kind: "event", call: "customer.renamed", value: { type: "customer.renamed" } });
	wrong.record({ kind: "answer", call: "GET /v1/balance", value: {} });
	expect((await checkTypes(wrong.shapes())).wrong).toEqual([
		expect.stringMatching(/^invoice\.paid event: .*"product"' does not exist/),
		expect.stringMatching(/^DELETE \/v1\/customers\/:id answer: .*"product"' does not exist/),
		expect.stringMatching(/^DELETE \/v1\/customers\/:id answer: .*'deleted' is missing/),
		expect.stringMatching(/^POST \/v1\/customers request: .*"nickname"' does not exist/),
		expect.stringMatching(/^customer\.renamed event: .*'never'/),
		expect.stringMatching(/^GET \/v1\/balance answer: .*'never'/),
	]);
});
