import { sql } from "drizzle-orm";
import {
	bigint,
	date,
	index,
	integer,
	pgTable,
	primaryKey,
	serial,
	timestamp,
	uniqueIndex,
	varchar,
} from "drizzle-orm/pg-core";
import { users } from "../account/auth/users.table.ts";
import { links } from "./links.table.ts";

/**
 * A slug that a link had before. Triggers write these rows, whichever release changes a slug (docs/decisions/0043):
 * `open` while it is an alias, `closed` while its link is deleted, `past` once it was released or is the link's slug again.
 * Past rows stay for a month, because their views belong to the views of the address.
 */
export const linkAliases = pgTable(
	"link_aliases",
	{
		id: serial().primaryKey(),
		linkId: integer()
			.notNull()
			.references(() => links.id, { onDelete: "cascade" }),
		/** Of the link: slugs are unique per user. */
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		slug: varchar({ length: 20 }).notNull(),
		state: varchar({ length: 10 }).$type<"open" | "closed" | "past">().notNull().default("open"),
		/** The link's views by its own slug, when this became its slug and when it no longer was. */
		viewsFrom: bigint({ mode: "number" }).notNull(),
		viewsUntil: bigint({ mode: "number" }).notNull(),
		/** When it became an alias. */
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [
		uniqueIndex("link_aliases_slug").on(t.userId, sql`lower(slug)`).where(sql`state = 'open'`),
		index("link_aliases_link").on(t.linkId),
	],
);

/**
 * Views of a link by one of its aliases on a day (UTC), counted with the view; kept for a month. Without a foreign key,
 * which would lock the link's row.
 */
export const linkAliasDays = pgTable(
	"link_alias_days",
	{
		day: date().notNull(),
		linkId: integer().notNull(),
		/** In lower case. */
		slug: varchar({ length: 20 }).notNull(),
		views: integer().notNull(),
	},
	(t) => [primaryKey({ columns: [t.day, t.linkId, t.slug] })],
);
