import { index, integer, pgTable, serial, timestamp, uniqueIndex, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/** Our copy of a payment at Stripe; written only by `server/billing/subscriptions/sync/stripe-sync.ts`. Amount in cents. */
export const payments = pgTable(
	"payments",
	{
		id: serial().primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		stripePaymentIntentId: varchar({ length: 255 }).notNull(),
		stripeInvoiceId: varchar({ length: 255 }),
		amount: integer().notNull(),
		currency: varchar({ length: 3 }).notNull().default("usd"),
		status: varchar({ length: 50 }).notNull(),
		paymentMethod: varchar({ length: 255 }),
		receiptUrl: varchar({ length: 2048 }),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [
		uniqueIndex("payments_stripe_payment_intent_id").on(t.stripePaymentIntentId),
		index("payments_user_id").on(t.userId),
	],
);

export type Payment = typeof payments.$inferSelect;
