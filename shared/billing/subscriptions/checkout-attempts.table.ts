import { boolean, index, pgTable, timestamp, uuid, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/**
 * Requested checkout pages. `id` is Stripe's idempotency key, stored before the call: after a lost reply a retry
 * returns the same page.
 */
export const checkoutAttempts = pgTable(
	"checkout_attempts",
	{
		id: uuid().primaryKey().defaultRandom(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		planId: varchar({ length: 50 }).notNull(),
		isAnnual: boolean().notNull(),
		stripeSessionId: varchar({ length: 255 }),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [index("checkout_attempts_user_created").on(t.userId, t.createdAt)],
);

export type CheckoutAttempt = typeof checkoutAttempts.$inferSelect;
