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
		cancelAt: timestamp({ withTimezone: true }),
		/** What follows at `plannedAt`; all three are null if no change is planned. */
		plannedPlanId: varchar({ length: 50 }),
		plannedIsAnnual: boolean(),
		plannedAt: timestamp({ withTimezone: true }),
		/** The open invoice of a subscription whose payment failed, in cents; null if none. */
		owedAmount: integer(),
		owedCurrency: varchar({ length: 3 }),
		owedAt: timestamp({ withTimezone: true }),
		owedInvoices: integer().notNull().default(0),
		/** The planned change that a cancellation dropped (P260); both null if none. */
		droppedPlanId: varchar({ length: 50 }),
		droppedIsAnnual: boolean(),
		/** Price per period in cents; null until read from Stripe. */
		unitAmount: integer(),
		/** Its product's name at Stripe, if that isn't one of our plans; null otherwise. */
		productName: varchar({ length: 255 }),
		/** Whether an operator paused its payments at Stripe, whatever its status. */
		isCollectionPaused: boolean().notNull().default(false),
		resumesAt: timestamp({ withTimezone: true }),
		/** The renewal whose invoice is still a draft, in cents (P572); both null if none. */
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
