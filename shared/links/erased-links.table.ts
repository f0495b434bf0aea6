import { integer, pgTable, timestamp } from "drizzle-orm/pg-core";

/**
 * Links erased with their account. Kept for a week, because a spool may still hold views, which `view-erasure.ts`
 * deletes.
 */
export const erasedLinks = pgTable("erased_links", {
	linkId: integer().primaryKey(),
	/** When the link was created: it has no older views. */
	createdAt: timestamp({ withTimezone: true }).notNull(),
	erasedAt: timestamp({ withTimezone: true }).notNull(),
});
