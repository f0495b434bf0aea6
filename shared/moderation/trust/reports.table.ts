import { sql } from "drizzle-orm";
import { index, integer, pgTable, serial, timestamp, uniqueIndex, varchar } from "drizzle-orm/pg-core";
import { links } from "../../links/links.table.ts";
import type { ReportOutcome, ReportReason } from "./report.ts";

/** A visitor's report of a link (P360). Closed ones lose the e-mail address after 30 days and go after a year. */
export const reports = pgTable(
	"reports",
	{
		id: serial().primaryKey(),
		/** What the reporter is shown: ten characters that nobody guesses. */
		number: varchar({ length: 10 }).notNull().unique(),
		linkId: integer().references(() => links.id, { onDelete: "set null" }),
		/** `userSlug/linkSlug` and the target when it was reported: the owner may change both. */
		link: varchar({ length: 41 }).notNull(),
		targetUrl: varchar({ length: 2048 }).notNull(),
		reason: varchar({ length: 20 }).$type<ReportReason>().notNull(),
		text: varchar({ length: 2000 }).notNull(),
		email: varchar({ length: 254 }),
		/** Keyed hashes of the reporter's network, and of their address and the link, while the report is open. */
		reporter: varchar({ length: 43 }),
		/** How many others reported the same link after it had enough open reports. */
		repeats: integer().notNull().default(0),
		createdAt: timestamp({ withTimezone: true }).notNull(),
		/** Until when a process is telling the operator's webhook of it, and when that was done. */
		claimedUntil: timestamp({ withTimezone: true }),
		announcedAt: timestamp({ withTimezone: true }),
		closedAt: timestamp({ withTimezone: true }),
		outcome: varchar({ length: 20 }).$type<ReportOutcome>(),
		/** For operators alone. */
		note: varchar({ length: 500 }),
	},
	(t) => [
		uniqueIndex("reports_open_reporter").on(t.linkId, t.reporter).where(sql`closed_at IS NULL`),
		index("reports_open").on(t.createdAt).where(sql`closed_at IS NULL`),
		index("reports_link").on(t.linkId),
	],
);

export type Report = typeof reports.$inferSelect;
