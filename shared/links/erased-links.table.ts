import { integer, pgTable, timestamp } from "drizzle-orm/pg-core";

/**
 * Links that are gone with their owner's account, while there may still be views of them. A row stays for a week, for
 * views that a spool still holds; `server/public/views/view-erasure.ts` removes those views, and then the row.
 */
export const erasedLinks = pgTable("erased_links", {
	linkId: integer().primaryKey(),
	/** When the link was made: it has no older views. */
	createdAt: timestamp({ withTimezone: true }).notNull(),
	erasedAt: timestamp({ withTimezone: true }).notNull(),
});
