import { sql } from "drizzle-orm";
import { index, integer, pgTable, serial, timestamp, uniqueIndex, varchar } from "drizzle-orm/pg-core";
import { links } from "../../links/links.table.ts";
import type { ReportOutcome, ReportReason } from "./report.ts";

/** Visitors' reports. Closed ones lose the e-mail address after 30 days and are deleted after a year (P360). */
export const reports = pgTable(
	"reports",
	{
		id: serial().primaryKey(),
		/** Shown to the reporter: ten unguessable characters. */
		number: varchar({ length: 10 }).notNull().unique(),
		linkId: integer().references(() => links.id, { onDelete: "set null" }),
		/** `userSlug/linkSlug` and the target at the time of the report: the owner may change both. */
		link: varchar({ length: 41 }).notNull(),
		targetUrl: varchar({ length: 2048 }).notNull(),
		reason: varchar({ length: 20 }).$type<ReportReason>().notNull(),
		text: varchar({ length: 2000 }).notNull(),
		email: varchar({ length: 254 }),
		/** Keyed hashes of the reporter's network, and of their address with the link, while the report is open. */
		reporter: varchar({ length: 43 }),
		repeats: integer().notNull().default(0),
		createdAt: timestamp({ withTimezone: true }).notNull(),
		/** A process's lease for calling the operator's webhook, and when that succeeded. */
		claimedUntil: timestamp({ withTimezone: true }),
		announcedAt: timestamp({ withTimezone: true }),
		closedAt: timestamp({ withTimezone: true }),
		outcome: varchar({ length: 20 }).$type<ReportOutcome>(),
		note: varchar({ length: 500 }),
	},
	(t) => [
		uniqueIndex("reports_open_reporter").on(t.linkId, t.reporter).where(sql`closed_at IS NULL`),
		index("reports_open").on(t.createdAt).where(sql`closed_at IS NULL`),
		index("reports_link").on(t.linkId),
	],
);

export type Report = typeof reports.$inferSelect;
