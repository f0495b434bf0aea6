import { integer, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import { links } from "../links/links.table.ts";

/**
 * Links whose figures anyone may read who has the address (P224). It is kept as it is, so that its owner can copy it
 * again; a link that was deleted keeps its row, and its page is not there.
 */
export const publicStats = pgTable("public_stats", {
	linkId: integer()
		.primaryKey()
		.references(() => links.id, { onDelete: "cascade" }),
	/** The last part of the page's address: random, and matched exactly. */
	address: varchar({ length: 32 }).notNull().unique(),
	createdAt: timestamp({ withTimezone: true }).notNull(),
});
