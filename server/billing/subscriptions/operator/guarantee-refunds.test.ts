import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { insertUser } from "#server/testing/app/factories.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { fakeStripe, refusal } from "#server/testing/billing/fake-stripe.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import type { BillingLock } from "../sync/billing-lock.ts";
import { dueToPerson, honourForDeleted, honourGuarantee } from "./guarantee.ts";

const DAY = 24 * 60 * 60_000;
const NOW = new Date("2026-03-05T12:00:00Z");
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const database = duringTests("database", () => openTestPool());
let person: { id: string; email: string };
beforeEach(async () => {
	const db = openDb(database.pool);
	await db.delete(users);
	person = await insertUser(db);
	await db.update(users).set({ stripeCustomerId: "cus_1" });
});

async function paid(id: string, { status = "succeeded", at = NOW, invoice = "in_create" } = {}): Promise<void> {
	const payment = { stripePaymentIntentId: id, stripeInvoiceId: invoice, amount: 1_999, currency: "eur" };
	const values = { userId: person.id, ...payment, status, createdAt: at };
	await openDb(database.pool).insert(payments).values(values);
}

/** With Stripe played by hand: which refunds it refuses, the subscriptions and the payment that it tells of. */
function rig({ refusals = {}, found = [], intent = {}, intents = {} }: Rig = {}) {
	const db = openDb(database.pool);
	const { stripe, named } = fakeStripe({
		"refunds.create": ({ payment_intent: of }: { payment_intent: string }) => {
			if (refusals[of]) throw refusals[of];
			return { amount: 5, currency: "eur" };
		},
		"paymentIntents.retrieve": (id: string) => intents[id] ?? intent,
		"invoices.retrieve": (id: string) => ({ billing_reason: id.replace("in_", "subscription_") }),
	});
	const parts = {
		...{ db, stripe, now: () => NOW },
		lock: { hold: (_userId: string, work: (tx: unknown) => unknown) => work(db) } as unknown as BillingLock,
		sync: { syncCustomer: async () => found as Stripe.Subscription[] },
		checkout: { closeAll: async () => {} },
	};
	return { parts, refundsOf: () => named("refunds.create").map(([asked]) => asked), named };
}
type Rig = { refusals?: Record<string, Error>; found?: object[]; intent?: object; intents?: Record<string, object> };

/** What is asked of Stripe for one payment. */
function asked(id: string): object {
	return { payment_intent: id, reason: "requested_by_customer", metadata: { guarantee: "30 days" } };
}

describe("the guarantee", () => {
	const honour = (parts: ReturnType<typeof rig>["parts"], email = person.email) => honourGuarantee(parts, { email });

	it("gives back what was paid within thirty days and one of grace, and what is left of it; nothing else (P568)", async () => {
		await paid("pi_today");
		await paid("pi_first", { at: new Date("2026-02-02T00:00:00Z") });
		await paid("pi_partly", { status: "partially_refunded" });
		await paid("pi_older", { at: new Date("2026-02-01T23:59:59Z") });
		await paid("pi_given_back", { status: "refunded" });
		await paid("pi_failed", { status: "failed" });
		const { parts, refundsOf } = rig();
		expect((await honour(parts)).refunded).toEqual([1, 2, 3].map(() => ({ amount: 5, currency: "eur" })));
		expect(refundsOf()).toHaveLength(3);
		expect(refundsOf()).toEqual(expect.arrayContaining(["pi_today", "pi_first", "pi_partly"].map(asked)));
	});

	it("counts from the day of the request, and gives back what was paid since, too (P268)", async () => {
		await paid("pi_before", { at: new Date("2025-12-31T23:59:59Z") });
		await paid("pi_first", { at: new Date("2026-01-01T00:00:00Z") });
		await paid("pi_after", { at: ago(DAY) });
		const { parts, refundsOf } = rig();
		await honourGuarantee(parts, { email: person.email, askedOn: new Date("2026-02-01T00:00:00Z") });
		expect(refundsOf()).toEqual(["pi_first", "pi_after"].map(asked));
		const asking = honourGuarantee(parts, { email: person.email, askedOn: new Date("2026-04-05T00:00:00Z") });
		await expect(asking).rejects.toThrow("has paid nothing in the 30 days before 2026-04-05, or since.");
	});

	it("gives back only what the operator has agreed to", async () => {
		await paid("pi_shown");
		await paid("pi_new");
		const { parts, refundsOf } = rig();
		await honourGuarantee(parts, { email: person.email, only: ["pi_shown"] });
		expect(refundsOf()).toEqual([asked("pi_shown")]);
	});

	it("distinguishes the first payment, renewals and changes, with what is left of each, and changes nothing", async () => {
		await paid("pi_1", { at: ago(20 * DAY) });
		await paid("pi_2", { at: ago(10 * DAY), invoice: "in_cycle" });
		await paid("pi_3", { at: ago(9 * DAY), status: "partially_refunded", invoice: "in_update" });
		await paid("pi_4", { at: ago(8 * DAY), status: "refunded" });
		await paid("pi_5", { at: ago(DAY), invoice: "in_create" });
		const partly = { latest_charge: { amount_refunded: 999 } };
		const found = [{ id: "sub_1", status: "active" }];
		const { parts, refundsOf, named } = rig({ found, intents: { pi_3: partly } });
		const due = await dueToPerson(parts, { email: person.email });
		expect(due.end).toEqual({ pages: [], subscriptions: ["sub_1"], invoices: [], credit: [] });
		expect(due.payments.map(({ id, amount, kind }) => [id, amount, kind])).toEqual([
			["pi_1", 1_999, "first payment"],
			["pi_2", 1_999, "renewal"],
			["pi_3", 1_000, "change of plan"],
			["pi_5", 1_999, "first payment of a later subscription"],
		]);
		expect([refundsOf(), named("subscriptions.cancel")]).toEqual([[], []]);
	});

	it("ends what goes on, without money for its rest, and nothing that has ended", async () => {
		await paid("pi_1");
		const found = ["active", "past_due", "canceled"].map((status) => ({ id: `sub_${status}`, status }));
		const { parts, named } = rig({ found });
		expect((await honour(parts)).end.subscriptions).toEqual(["sub_active", "sub_past_due"]);
		const plainly = { prorate: false, invoice_now: false };
		expect(named("subscriptions.cancel")).toEqual([
			["sub_active", plainly],
			["sub_past_due", plainly],
		]);
	});

	it("leaves out what somebody has given back at Stripe meanwhile, and fails where Stripe refuses otherwise", async () => {
		await paid("pi_done");
		await paid("pi_2");
		const done = rig({ refusals: { pi_done: refusal("charge_already_refunded") } });
		expect((await honour(done.parts)).refunded).toEqual([{ amount: 5, currency: "eur" }]);
		const refused = rig({ refusals: { pi_done: refusal("charge_disputed") } });
		await expect(honour(refused.parts)).rejects.toThrow("refused");
		expect(refused.named("subscriptions.cancel")).toEqual([]);
		const code = "charge_already_refunded";
		const other = rig({ refusals: { pi_done: Object.assign(new Error("away"), { code }) } });
		await expect(honour(other.parts)).rejects.toThrow("away");
	});

	it("tells whoever it cannot be given to", async () => {
		const { parts, refundsOf } = rig();
		const told = (email?: string) => honour(parts, email).catch((error: Error) => [error.name, error.message]);
		const error = "GuaranteeError";
		expect(await told("nobody@example.com")).toEqual([error, "Nobody here has the e-mail address nobody@example.com."]);
		expect(await told()).toEqual([error, `${person.email} has paid nothing in the last 30 days.`]);
		await openDb(database.pool).update(users).set({ stripeCustomerId: null });
		expect(await told()).toEqual([error, `${person.email} has never been to the checkout.`]);
		expect(refundsOf()).toEqual([]);
	});
});

describe("the guarantee for somebody whose account is deleted", () => {
	beforeEach(() => openDb(database.pool).update(users).set({ deletedAt: NOW }));
	const honour = (parts: ReturnType<typeof rig>["parts"]) => honourForDeleted(parts, { paymentIntentId: "pi_1" });
	const statusNow = async () =>
		(await openDb(database.pool).select().from(payments).where(eq(payments.userId, person.id)))[0]?.status;

	it("gives one payment back that is thirty days old and one of grace, and keeps how it stands", async () => {
		await paid("pi_1", { at: new Date("2026-02-02T00:00:00Z") });
		await paid("pi_2");
		const charge = { amount: 5, amount_captured: 5, amount_refunded: 5, refunded: true, paid: true };
		const { parts, refundsOf } = rig({ intent: { id: "pi_1", status: "succeeded", latest_charge: charge } });
		expect(await honour(parts)).toMatchObject({
			refunded: [{ amount: 5, currency: "eur" }],
			end: { subscriptions: [] },
		});
		expect(refundsOf()).toEqual([asked("pi_1")]);
		const rows = await openDb(database.pool).select().from(payments).orderBy(payments.id);
		expect(rows.map(({ status }) => status)).toEqual(["refunded", "succeeded"]);
	});

	it("asks for nothing that was given back, and reads how it stands", async () => {
		await paid("pi_1", { status: "refunded" });
		const { parts, refundsOf, named } = rig({ intent: { id: "pi_1", status: "requires_payment_method" } });
		expect(await honour(parts)).toMatchObject({ refunded: [], end: { subscriptions: [] } });
		expect([refundsOf(), named("paymentIntents.retrieve")]).toEqual([[], [["pi_1", { expand: ["latest_charge"] }]]]);
		expect(await statusNow()).toBe("refunded");
	});

	it.each([
		["is too old", { at: new Date("2026-02-01T23:59:59Z") }, "pi_1 was paid more than 30 days ago."],
		["has failed", { status: "failed" }, 'pi_1 is not paid: it is "failed".'],
	])("refuses a payment that %s", async (_case, payment, message) => {
		await paid("pi_1", payment);
		const { parts, refundsOf } = rig();
		await expect(honour(parts)).rejects.toThrow(message);
		expect(refundsOf()).toEqual([]);
	});
});
