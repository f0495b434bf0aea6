import { expect, it, vi } from "vitest";
import { activeOf, CARDS, pageFor, rowsOf, settled, submit, userOf } from "#server/testing/billing/billing.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { openBillingLock } from "./billing-lock.ts";
import { GuaranteeError, honourGuarantee } from "./guarantee.ts";
import { createStripeSync } from "./stripe-sync.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const app = useBillingApp();

async function honour(email: string, now = new Date()) {
	const lock = openBillingLock(app.deps);
	try {
		return await honourGuarantee({ ...app.deps, now: () => now, lock, sync: createStripeSync(app.deps) }, { email });
	} finally {
		await lock.close();
	}
}

async function subscriber(email: string) {
	const person = await app.signedIn({ email });
	await submit(person, await pageFor(person, "pro"), { card_number: CARDS.ok });
	await settled(app);
	return person;
}

it("gives the money back and ends the subscription; again, it has nothing left to do", async () => {
	const email = "unhappy@example.com";
	const person = await subscriber(email);
	const done = await honour(email);
	expect(done).toEqual({ refunded: [{ amount: 1999, currency: "eur" }], ended: [expect.stringMatching(/^sub_/)] });
	expect(await activeOf(person)).toMatchObject({ active: false, subscription: null });
	const rows = await rowsOf(app, (await userOf(app, email)).id);
	expect(rows.payments.map(({ status }) => status)).toEqual(["refunded"]);
	expect(await honour(email)).toEqual({ refunded: [], ended: [] });
});

it("goes on after a failure between the refund and the end", async () => {
	const email = "interrupted@example.com";
	await subscriber(email);
	app.proxy.breakWith((call) => (call.startsWith("DELETE") ? { kind: "status", status: 500 } : null));
	await expect(honour(email)).rejects.toThrow();
	app.proxy.breakWith(null);
	expect((await honour(email)).ended).toHaveLength(1);
	const refunds = app.sandbox?.kept.refunds();
	const { payments } = await rowsOf(app, (await userOf(app, email)).id);
	const intent = payments[0]?.stripePaymentIntentId;
	expect(refunds?.filter((refund) => refund.payment_intent === intent)).toHaveLength(1);
});

it("refuses what is older than thirty days, and who is unknown", async () => {
	const email = "late@example.com";
	const person = await subscriber(email);
	await expect(honour(email, new Date(Date.now() + 31 * 86_400_000))).rejects.toThrow(GuaranteeError);
	expect((await activeOf(person)).active).toBe(true);
	await expect(honour("nobody@example.com")).rejects.toThrow(GuaranteeError);
	await app.signedIn({ email: "never@example.com" });
	await expect(honour("never@example.com")).rejects.toThrow(GuaranteeError);
});
