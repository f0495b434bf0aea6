import { boolean, index, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../auth/users.table.ts";

/** When each customer's state was last read from Stripe; the reconciler reads the oldest again. */
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
	},
	(t) => [index("stripe_customers_synced_at").on(t.syncedAt)],
);
