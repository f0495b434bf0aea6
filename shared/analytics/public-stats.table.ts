import { integer, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import { links } from "../links/links.table.ts";

/** Links with a public statistics page (P224). Stores the address in plain text, so that the owner can copy it. */
export const publicStats = pgTable("public_stats", {
	linkId: integer()
		.primaryKey()
		.references(() => links.id, { onDelete: "cascade" }),
	/** The last part of the page's address: random, matched exactly. */
	address: varchar({ length: 32 }).notNull().unique(),
	createdAt: timestamp({ withTimezone: true }).notNull(),
});
