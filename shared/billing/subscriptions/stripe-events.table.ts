import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";

/**
 * Inbox of Stripe's webhook events by id: duplicates are stored once, crashes lose nothing. Only the payload's ids are
 * used.
 */
export const stripeEvents = pgTable(
	"stripe_events",
	{
		id: varchar({ length: 255 }).primaryKey(),
		type: varchar({ length: 255 }).notNull(),
		customerId: varchar({ length: 255 }),
		created: timestamp({ withTimezone: true }).notNull(),
		payload: jsonb().notNull(),
		receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		processedAt: timestamp({ withTimezone: true }),
		attempts: integer().notNull().default(0),
		nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [index("stripe_events_unprocessed").on(t.nextAttemptAt).where(sql`processed_at IS NULL`)],
);
