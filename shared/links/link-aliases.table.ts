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
 * Former slugs, written by triggers (docs/decisions/0043). `open`: an alias; `closed`: its link is deleted; `past`:
 * released or current again, kept a month for its views.
 */
export const linkAliases = pgTable(
	"link_aliases",
	{
		id: serial().primaryKey(),
		linkId: integer()
			.notNull()
			.references(() => links.id, { onDelete: "cascade" }),
		/** The link's owner: slugs are unique per user. */
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		slug: varchar({ length: 20 }).notNull(),
		state: varchar({ length: 10 }).$type<"open" | "closed" | "past">().notNull().default("open"),
		/** The link's views by its own slug when this slug started and ended. */
		viewsFrom: bigint({ mode: "number" }).notNull(),
		viewsUntil: bigint({ mode: "number" }).notNull(),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [
		uniqueIndex("link_aliases_slug").on(t.userId, sql`lower(slug)`).where(sql`state = 'open'`),
		index("link_aliases_link").on(t.linkId),
	],
);

/** Views by alias and day. Kept for a month; without a foreign key, which would lock the link's row. */
export const linkAliasDays = pgTable(
	"link_alias_days",
	{
		day: date().notNull(),
		linkId: integer().notNull(),
		slug: varchar({ length: 20 }).notNull(),
		views: integer().notNull(),
	},
	(t) => [primaryKey({ columns: [t.day, t.linkId, t.slug] })],
);
