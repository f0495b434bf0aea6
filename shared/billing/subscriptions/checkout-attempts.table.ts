import { boolean, index, pgTable, timestamp, uuid, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/**
 * One row each time a checkout page is asked for. `id` is the idempotency key of the call to Stripe, kept before the
 * call is made: when the reply is lost, the next click repeats the same call and gets the same page.
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
		/** null until Stripe has answered. */
		stripeSessionId: varchar({ length: 255 }),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [index("checkout_attempts_user_created").on(t.userId, t.createdAt)],
);

export type CheckoutAttempt = typeof checkoutAttempts.$inferSelect;
