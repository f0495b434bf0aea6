import { date, integer, json, pgTable, primaryKey, varchar } from "drizzle-orm/pg-core";
import { users } from "../account/auth/users.table.ts";
import { links } from "../links/links.table.ts";
import type { StoredBreakdowns } from "./breakdowns.ts";

/** The breakdowns of a month, added up when a chart first needs them (docs/decisions/0059). */
const kept = {
	month: date().notNull(),
	/** The days' totals at that time: while they are equal, the cached month is valid. */
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
