import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type Leaver, leave, leaver } from "#server/testing/app/leaver.ts";
import { activeOf, rowsOf, settled, userOf } from "#server/testing/billing/billing.ts";
import { payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { ownEnvironment, runCommand } from "#server/testing/machine/run-command.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import { createCheckout } from "../checkout/checkout.ts";
import { openBillingLock } from "../sync/billing-lock.ts";
import { createStripeSync } from "../sync/stripe-sync.ts";
import { honourForDeleted, honourGuarantee } from "./guarantee.ts";

const app = useBillingApp();

async function honour(email: string, now = new Date()) {
	const lock = openBillingLock(app.deps);
	try {
		const parts = { ...app.deps, lock, sync: createStripeSync(app.deps), checkout: createCheckout(app.deps) };
		return await honourGuarantee({ ...parts, now: () => now }, { email });
	} finally {
		await lock.close();
	}
}

const subscriber = async (email: string) => (await payingCustomer(app, "pro", email)).person;

it("gives the money back and ends the subscription; again, it has nothing left to do", async () => {
	const email = "unhappy@example.com";
	const person = await subscriber(email);
	const done = await honour(email);
	expect(done).toEqual({
		refunded: [{ amount: 1999, currency: "eur" }],
		end: { pages: [], subscriptions: [expect.stringMatching(/^sub_/)], invoices: [], credit: [] },
	});
	expect(await activeOf(person)).toMatchObject({ active: false, subscription: null });
	const rows = await rowsOf(app, (await userOf(app, email)).id);
	expect(rows.payments.map(({ status }) => status)).toEqual(["refunded"]);
	expect(await honour(email)).toMatchObject({ refunded: [], end: { subscriptions: [] } });

	// The bank sends the money back: it is still owed, and only a new refund moves it.
	const refundsOf = () => app.sandbox?.kept.refunds().filter((each) => each.payment_intent === intent) ?? [];
	const intent = rows.payments[0]?.stripePaymentIntentId;
	await app.sandbox?.failRefund({ refund: refundsOf()[0]?.id ?? "" });
	expect(await honour(email)).toMatchObject({
		refunded: [{ amount: 1999, currency: "eur" }],
		end: { subscriptions: [] },
	});
	expect(refundsOf().map(({ status }) => status)).toEqual(["succeeded", "failed"]);
});

it("goes on after a failure between the refund and the end", async () => {
	const email = "interrupted@example.com";
	await subscriber(email);
	app.proxy.breakWith((call) => (call.startsWith("DELETE") ? { kind: "status", status: 500 } : null));
	await expect(honour(email)).rejects.toThrow();
	app.proxy.breakWith(null);
	expect((await honour(email)).end.subscriptions).toHaveLength(1);
	const refunds = app.sandbox?.kept.refunds();
	const { payments } = await rowsOf(app, (await userOf(app, email)).id);
	const intent = payments[0]?.stripePaymentIntentId;
	expect(refunds?.filter((refund) => refund.payment_intent === intent)).toHaveLength(1);
});

describe("for somebody whose account is deleted", () => {
	async function honourPayment(paymentIntentId: string, now = new Date()) {
		const lock = openBillingLock(app.deps);
		try {
			return await honourForDeleted({ ...app.deps, now: () => now, lock }, { paymentIntentId });
		} finally {
			await lock.close();
		}
	}
	const statusOf = async (intent: string) => {
		const isThis = eq(payments.stripePaymentIntentId, intent);
		return (await app.deps.db.select().from(payments).where(isThis))[0]?.status;
	};
	async function paid(): Promise<{ person: Leaver; intent: string }> {
		const person = await leaver(app, { plan: "pro" });
		await settled(app);
		const { payments: rows } = await rowsOf(app, person.user.id);
		return { person, intent: rows[0]?.stripePaymentIntentId ?? "" };
	}

	it("gives a payment back, once", async () => {
		const { person, intent } = await paid();
		await expect(honourPayment(intent)).rejects.toThrow(/who has an account: use --user/);
		expect((await leave(person)).status).toBe(204);
		await expect(honourPayment(intent, new Date(Date.now() + 32 * 86_400_000))).rejects.toThrow(
			/more than 30 days ago/,
		);
		expect(await statusOf(intent)).toBe("succeeded");
		expect(await honourPayment(intent)).toMatchObject({
			refunded: [{ amount: 1999, currency: "eur" }],
			end: { subscriptions: [] },
		});
		expect(await statusOf(intent)).toBe("refunded");
		expect(await honourPayment(intent)).toMatchObject({ refunded: [], end: { subscriptions: [] } });
		await expect(honourPayment("pi_unknown")).rejects.toThrow("No payment here has the id pi_unknown.");
	});
});

describe("P268: the command", () => {
	/** As a script runs it: a process of its own, without a terminal. */
	function command(...args: string[]) {
		const { config, databaseUrl } = app.deps;
		const env = { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, SANDBOX: "1", PORT: String(config.http.port) };
		return runCommand("operator", ["refund", ...args], { env: ownEnvironment(env) });
	}

	it("shows what is due, refuses without a terminal to ask on, and pays back after a yes", async () => {
		const email = "asked@example.com";
		const person = await subscriber(email);
		const due = /^to pay back {2}19\.99 eur {2}20\S+ {2}first payment {2}pi_\w+\nto end {2}sub_\w+\n/;
		const shown = await command("--user", email, "--dry-run");
		expect(shown).toEqual({ code: 0, stderr: "", stdout: expect.stringMatching(due) });
		expect(shown.stdout).toMatch(/\nNothing was changed\.\n$/);
		expect(await command("--user", email)).toEqual({
			code: 1,
			stdout: "",
			stderr: "Nobody can be asked here: add --yes to do it, or --dry-run to see.\n",
		});
		expect((await activeOf(person)).active).toBe(true);

		const done = await command("--user", email, "--yes");
		expect(done).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(/\nrefunded 19\.99 eur\nended sub_\w+\nDone\.\n$/),
		});
		expect((await activeOf(person)).active).toBe(false);
	});
});
