import { boolean, index, integer, pgTable, serial, timestamp, uniqueIndex, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/** Our copy of a Stripe subscription; written only by `server/billing/subscriptions/sync/stripe-sync.ts`. */
export const subscriptions = pgTable(
	"subscriptions",
	{
		id: serial().primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		stripeSubscriptionId: varchar({ length: 255 }).notNull(),
		stripePriceId: varchar({ length: 255 }).notNull(),
		status: varchar({ length: 50 }).notNull(),
		planId: varchar({ length: 50 }).notNull(),
		isAnnual: boolean().notNull().default(false),
		currentPeriodStart: timestamp({ withTimezone: true }).notNull(),
		currentPeriodEnd: timestamp({ withTimezone: true }).notNull(),
		cancelAtPeriodEnd: boolean().notNull().default(false),
		/** When it ends, where that is further away than this period; null otherwise. */
		cancelAt: timestamp({ withTimezone: true }),
		/** What follows at `plannedAt`; all three are null where no change is planned. */
		plannedPlanId: varchar({ length: 50 }),
		plannedIsAnnual: boolean(),
		plannedAt: timestamp({ withTimezone: true }),
		/** In cents: the open invoice of a subscription with a failed payment; null where nothing is owed. */
		owedAmount: integer(),
		owedCurrency: varchar({ length: 3 }),
		/** When that invoice was made. */
		owedAt: timestamp({ withTimezone: true }),
		/** How many invoices are open, that one included. */
		owedInvoices: integer().notNull().default(0),
		/** The planned change that a cancellation dropped (P260); both are null where none was. */
		droppedPlanId: varchar({ length: 50 }),
		droppedIsAnnual: boolean(),
		/** What its price costs each period, in cents; null until it has been read from Stripe. */
		unitAmount: integer(),
		/** Its product's name at Stripe, where that is no plan of ours; null otherwise. */
		productName: varchar({ length: 255 }),
		/** Whether an operator has paused its payments at Stripe, whatever its status. */
		isCollectionPaused: boolean().notNull().default(false),
		/** When they begin again; null where that is open. */
		resumesAt: timestamp({ withTimezone: true }),
		/** In cents: the renewal whose invoice is still a draft (P572); both are null where there is none. */
		draftAmount: integer(),
		draftCurrency: varchar({ length: 3 }),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [
		uniqueIndex("subscriptions_stripe_subscription_id").on(t.stripeSubscriptionId),
		index("subscriptions_user_id").on(t.userId),
	],
);

export type Subscription = typeof subscriptions.$inferSelect;
