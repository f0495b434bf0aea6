import { integer, json, pgTable } from "drizzle-orm/pg-core";
import { links } from "../links/links.table.ts";
import type { StoredBreakdown } from "./breakdowns.ts";

/** Sources of a link's people over all days, aggregated with them (P191). */
export const linkSources = pgTable("link_sources", {
	linkId: integer()
		.primaryKey()
		.references(() => links.id, { onDelete: "cascade" }),
	sources: json().$type<StoredBreakdown>().notNull(),
});
