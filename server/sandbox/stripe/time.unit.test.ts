import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
	onlySubscription,
	openCheckout,
	startSandbox,
	subscribed,
	type TestSandbox,
} from "../testing/start-sandbox.ts";

const HOUR = 3600;
let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const periodOf = ({ items }: Stripe.Subscription) => items.data[0] as Stripe.SubscriptionItem;
const toPeriodEnd = async (customer: string, plus = 0) => {
	const end = periodOf(await onlySubscription(sandbox, customer)).current_period_end;
	await sandbox.control.advance({ customer, seconds: end - sandbox.control.now(customer) + plus });
};
const invoices = async (customer: string) => (await sandbox.stripe.invoices.list({ customer })).data;

it("lives through a year month by month", async () => {
	const { customer } = await subscribed(sandbox);
	await sandbox.control.advance({ customer, days: 366 });
	const made = await sandbox.stripe.invoices.list({ customer, limit: 100 });
	expect(made.data.map(({ status }) => status)).toEqual(Array(13).fill("paid"));
	expect(new Set(made.data.map(({ created }) => created)).size).toBe(13);
});

it("leaves other customers where they are", async () => {
	const [one, other] = [await subscribed(sandbox), await subscribed(sandbox)];
	await toPeriodEnd(one.customer, 2 * HOUR);
	expect(periodOf(await onlySubscription(sandbox, other.customer))).toEqual(periodOf(other.subscription));
});

it.each([
	["cancel", "canceled"],
	["unpaid", "unpaid"],
] as const)("gives up after the last try: %s", async (choice, status) => {
	sandbox.control.setAfterRetries(choice);
	const { customer } = await subscribed(sandbox, "pro_monthly", "4000 0000 0000 0341");
	await toPeriodEnd(customer, 2 * HOUR);
	await sandbox.control.advance({ customer, days: 16 });
	expect((await onlySubscription(sandbox, customer)).status).toBe(status);
	expect((await invoices(customer))[0]?.attempt_count).toBe(4);
	sandbox.control.setAfterRetries("cancel");
});

it("expires a page that nobody paid", async () => {
	const open = await openCheckout(sandbox);
	await sandbox.control.advance({ customer: open.customer, days: 1 });
	expect((await sandbox.stripe.checkout.sessions.retrieve(open.session.id)).status).toBe("expired");
});

it("disputes and failed refunds change what they should", async () => {
	const { customer } = await subscribed(sandbox);
	const intent = (await sandbox.stripe.paymentIntents.list({ customer })).data[0]?.id ?? "";
	const refund = await sandbox.stripe.refunds.create({ payment_intent: intent });
	await sandbox.control.failRefund({ refund: refund.id });
	const charge = () => sandbox.control.kept.charges(customer)[0];
	const dispute = async () => (await sandbox.stripe.disputes.list({ charge: charge()?.id ?? "" })).data[0];
	expect(charge()).toMatchObject({ refunded: false, amount_refunded: 0 });

	const { id } = await sandbox.control.dispute({ paymentIntent: intent });
	expect(charge()).toMatchObject({ disputed: true });
	expect((await dispute())?.status).toBe("needs_response");
	await sandbox.control.closeDispute({ dispute: id, outcome: "won" });
	expect((await dispute())?.status).toBe("won");
	await sandbox.control.webhooks.idle();
	expect(sandbox.types()).toEqual(
		expect.arrayContaining([
			"refund.created",
			"charge.refunded",
			"refund.failed",
			"charge.dispute.created",
			"charge.dispute.closed",
		]),
	);
});
