import { integer, pgTable, smallint, timestamp } from "drizzle-orm/pg-core";

/**
 * Links erased with their account. Kept for a week, because a spool may still hold views, which `view-erasure.ts`
 * deletes.
 */
export const erasedLinks = pgTable("erased_links", {
	linkId: integer().primaryKey(),
	/** When the link was created: it has no older views. */
	createdAt: timestamp({ withTimezone: true }).notNull(),
	erasedAt: timestamp({ withTimezone: true }).notNull(),
	/** Which of 256 groups the owner was in: which archived files have views of the link (P695). Null: unknown. */
	ownerByte: smallint(),
});
