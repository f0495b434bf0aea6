import { integer, json, pgTable } from "drizzle-orm/pg-core";
import { links } from "../links/links.table.ts";
import type { StoredBreakdown } from "./breakdowns.ts";

/** Where the people of a link came from, of all days together: what its days hold, folded with them (P191). */
export const linkSources = pgTable("link_sources", {
	linkId: integer()
		.primaryKey()
		.references(() => links.id, { onDelete: "cascade" }),
	/** The most frequent first. */
	sources: json().$type<StoredBreakdown>().notNull(),
});
