import { date, integer, json, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core";
import { users } from "../account/auth/users.table.ts";
import { links } from "../links/links.table.ts";
import type { StoredBreakdowns } from "./breakdowns.ts";

/** The breakdowns of a month's days, added up when a chart first needed them (docs/decisions/0059). */
const kept = {
	/** Its first day. */
	month: date().notNull(),
	/** What the days came to at that time: while they still do, nothing has changed. */
	human: integer().notNull(),
	bot: integer().notNull(),
	breakdowns: json().$type<StoredBreakdowns>().notNull(),
};

export const linkChartMonths = pgTable(
	"link_chart_months",
	{
		linkId: integer()
			.notNull()
			.references(() => links.id, { onDelete: "cascade" }),
		...kept,
	},
	(t) => [primaryKey({ columns: [t.linkId, t.month] })],
);

export const userChartMonths = pgTable(
	"user_chart_months",
	{
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		...kept,
	},
	(t) => [primaryKey({ columns: [t.userId, t.month] })],
);
