import { boolean, index, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/**
 * When each customer was last read from Stripe; the reconciler starts with the oldest. Any later write invalidates the
 * cache.
 */
export const stripeCustomers = pgTable(
	"stripe_customers",
	{
		id: varchar({ length: 255 }).primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		syncedAt: timestamp({ withTimezone: true }).notNull(),
		/** Whether one of their invoices had a discount: then no code is offered (P126). */
		hasUsedCode: boolean().notNull().default(false),
		/** When they were last redirected to a Stripe page; its events may arrive late (P253). */
		sentToStripeAt: timestamp({ withTimezone: true }),
		/** Our last call whose answer was written down as it came: its own event says nothing new (P614). */
		lastRequest: varchar({ length: 255 }),
	},
	(t) => [index("stripe_customers_synced_at").on(t.syncedAt)],
);
