import { boolean, index, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/**
 * When each customer's state was last read from Stripe; the reconciler reads the oldest again. A row that was written
 * since, in whatever column, invalidates what is cached of the customer.
 */
export const stripeCustomers = pgTable(
	"stripe_customers",
	{
		id: varchar({ length: 255 }).primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		syncedAt: timestamp({ withTimezone: true }).notNull(),
		/** Whether a discount was taken off one of their invoices: then no code is offered to them any more (P126). */
		hasUsedCode: boolean().notNull().default(false),
		/** When they were last sent to one of Stripe's pages; events about changes there may be late (P253). */
		sentToStripeAt: timestamp({ withTimezone: true }),
		/** Our last call whose answer was written down as it came: its own event says nothing new (P614). */
		lastRequest: varchar({ length: 255 }),
	},
	(t) => [index("stripe_customers_synced_at").on(t.syncedAt)],
);
