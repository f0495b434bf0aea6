import { eq } from "drizzle-orm";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import type { TestApp } from "./test-app.ts";

const DAY_MS = 86_400_000;

/** Makes an account older than a week that has paid: the guard trusts it (P547). */
export async function trustByAge({ deps: { db } }: TestApp, { id }: Pick<User, "id">): Promise<void> {
	const createdAt = new Date(Date.now() - 8 * DAY_MS);
	await db.update(users).set({ createdAt }).where(eq(users.id, id));
	await db
		.insert(payments)
		.values({ userId: id, stripePaymentIntentId: `pi_${id}`, amount: 1_999, status: "succeeded" });
}
