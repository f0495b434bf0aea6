import { boolean, index, integer, pgTable, smallint, timestamp, varchar } from "drizzle-orm/pg-core";
import { links } from "../links.table.ts";
import type { TargetFailure } from "./target-failure.ts";

/** What checks found at a target; one row for all links that lead there (docs/decisions/0133). */
export const targetHealth = pgTable(
	"target_health",
	{
		/** Hash of the address without its fragment, in base64url. */
		target: varchar({ length: 43 }).primaryKey(),
		url: varchar({ length: 2048 }).notNull(),
		host: varchar({ length: 253 }).notNull(),
		/** The account whose link brought it last, for fair shares; null once that is erased. */
		askedFor: varchar({ length: 255 }),
		/** Days between checks, more than one for an account with many targets. */
		everyDays: smallint().notNull().default(1),
		dueAt: timestamp({ withTimezone: true }).notNull(),
		askedAt: timestamp({ withTimezone: true }),
		/** When it last answered as a page that exists. */
		fineAt: timestamp({ withTimezone: true }),
		/** HEAD failed there before. */
		byGet: boolean().notNull().default(false),
		/** Certain failures in a row, at least three hours apart, at most three. */
		failures: smallint().notNull().default(0),
		failingSince: timestamp({ withTimezone: true }),
		failedAt: timestamp({ withTimezone: true }),
		failure: varchar({ length: 20 }).$type<TargetFailure>(),
		/** The first of the failures that made it count as gone. */
		goneSince: timestamp({ withTimezone: true }),
	},
	(t) => [
		index("target_health_due").on(t.dueAt),
		index("target_health_fine").on(t.fineAt),
		index("target_health_asked_for").on(t.askedFor),
	],
);

export type TargetHealth = typeof targetHealth.$inferSelect;

/** Which target of a link is checked; a trigger forgets it when the link gets another one. */
export const linkHealth = pgTable(
	"link_health",
	{
		linkId: integer()
			.primaryKey()
			.references(() => links.id, { onDelete: "cascade" }),
		/** Null: none is checked. */
		target: varchar({ length: 43 }),
		/** The owner has turned checks off. */
		isOff: boolean().notNull().default(false),
	},
	(t) => [index("link_health_target").on(t.target)],
);

/** When a host was last asked, by any process (P682). */
export const targetHosts = pgTable("target_hosts", {
	host: varchar({ length: 253 }).primaryKey(),
	askedAt: timestamp({ withTimezone: true }).notNull(),
});

/** How far the links are read for targets to check: a single row, which a process locks while it reads. */
export const healthRounds = pgTable("health_rounds", {
	id: smallint().primaryKey().default(1),
	afterLink: integer().notNull().default(0),
	begunAt: timestamp({ withTimezone: true }).notNull(),
});
