import { integer, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";
import { links } from "../links/links.table.ts";

/** Links with a public statistics page (P224). Plain text, so that the owner can copy the address. */
export const publicStats = pgTable("public_stats", {
	linkId: integer()
		.primaryKey()
		.references(() => links.id, { onDelete: "cascade" }),
	/** The last part of the page's address: random, matched exactly. */
	address: varchar({ length: 32 }).notNull().unique(),
	createdAt: timestamp({ withTimezone: true }).notNull(),
});
