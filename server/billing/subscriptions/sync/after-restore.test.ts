import { eq } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { createAuth } from "#server/account/auth/auth.service.ts";
import { markRestore, markRestored, readRestoreMark } from "#server/platform/db/restore-mark.ts";
import { activeOf, userOf } from "#server/testing/billing/billing.ts";
import { payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { createAfterRestore } from "./after-restore.ts";

const app = useBillingApp();

const subscriber = async (email: string) => (await payingCustomer(app, "pro", email)).person;

/** One run, as on the first start after a restore of a backup that was made then. @returns how often the reconciler was woken */
async function firstStart(madeAt: Date, isFinished = true): Promise<number> {
	const { db, pool, stripe, now, log } = app.deps;
	const client = await pool.connect();
	await markRestore(client, madeAt);
	if (isFinished) await markRestored(client);
	client.release();
	const wake = vi.fn();
	const { signIn } = createAuth({
		db,
		now,
		people: { find: async () => null },
		isImpersonating: () => false,
		emailIsNew: () => {},
	});
	const afterRestore = createAfterRestore({ db, pool, stripe, reconciler: { wake }, signIn, log });
	onTestFinished(() => afterRestore.stop());
	await afterRestore.run();
	return wake.mock.calls.length;
}

it("P297: who subscribed after the backup has the plan again, with an account where the backup has none", async () => {
	const { db, pool } = app.deps;
	const madeAt = new Date(Date.now() - 60_000);
	const person = await subscriber("kept@example.com");
	await subscriber("lost@example.com");
	const [kept, lost] = [await userOf(app, "kept@example.com"), await userOf(app, "lost@example.com")];
	// As the backup has them: the one had never been to the checkout, the other not signed up.
	await pool.query("DELETE FROM subscriptions; DELETE FROM payments; DELETE FROM stripe_customers");
	await db.update(users).set({ stripeCustomerId: null }).where(eq(users.id, kept.id));
	await db.delete(users).where(eq(users.id, lost.id));
	expect((await activeOf(person)).active).toBe(false);

	expect(await firstStart(madeAt, false)).toBe(0);
	expect((await readRestoreMark(pool))?.finishedAt).toBeNull();
	expect(await firstStart(madeAt)).toBe(1);
	expect(await readRestoreMark(pool)).toBeNull();
	expect((await userOf(app, "kept@example.com")).stripeCustomerId).toBe(kept.stripeCustomerId);
	const again = await userOf(app, "lost@example.com");
	expect(again).toMatchObject({ id: lost.id, stripeCustomerId: lost.stripeCustomerId });
	expect(await firstStart(new Date(Date.now() + 7_200_000))).toBe(1);
});
