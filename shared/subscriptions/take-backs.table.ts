import { boolean, jsonb, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../auth/users.table.ts";

/** A phase of a schedule at Stripe that lies ahead, as it is put back. Times in Unix seconds. */
export type PlannedPhase = { priceId: string; quantity: number; startsAt: number; endsAt: number | null };

/**
 * What stood at Stripe before it was taken back on a person's word, so that it can be put back when they leave Stripe's
 * page without a change (P127), or when a cancellation fails half-way (P75). At most one a person; the row is written
 * before anything is changed.
 */
export const takeBacks = pgTable("take_backs", {
	userId: varchar({ length: 255 })
		.primaryKey()
		.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
	stripeSubscriptionId: varchar({ length: 255 }).notNull(),
	cancelAtPeriodEnd: boolean().notNull(),
	cancelAt: timestamp({ withTimezone: true }),
	plannedPhases: jsonb().$type<PlannedPhase[]>().notNull(),
	/** The price that was paid when it was taken back: another one now, and the change was confirmed. */
	priceId: varchar({ length: 255 }).notNull(),
	/** When Stripe's page was opened last. */
	openedAt: timestamp({ withTimezone: true }).notNull(),
	/** When what stood was put back; null while it is taken back. */
	restoredAt: timestamp({ withTimezone: true }),
});

export type TakeBack = typeof takeBacks.$inferSelect;
