import {
	bigint,
	boolean,
	customType,
	date,
	integer,
	json,
	pgTable,
	primaryKey,
	smallint,
	uuid,
	varchar,
} from "drizzle-orm/pg-core";
import type { Quarters, StoredBreakdowns } from "./breakdowns.ts";

/** Totals of a UTC day; equal to the rows of `views`, each counted once (docs/decisions/0019). */
const counted = {
	day: date().notNull(),
	human: integer().notNull(),
	bot: integer().notNull(),
	/** Unique visitors of the day (P140). */
	visitors: integer().notNull(),
	breakdowns: json().$type<StoredBreakdowns>().notNull(),
	/** Null after 13 months. */
	quarters: json().$type<Quarters>(),
};

/** Without a foreign key, which would lock the link's row; an erased link's days are deleted with its views. */
export const linkDays = pgTable("link_days", { linkId: integer().notNull(), ...counted }, (t) => [
	primaryKey({ columns: [t.linkId, t.day] }),
]);

/** Monthly totals of a link; triggers add each change of `link_days` (docs/decisions/0055). */
export const linkMonths = pgTable(
	"link_months",
	{
		linkId: integer().notNull(),
		month: date().notNull(),
		human: integer().notNull(),
		bot: integer().notNull(),
	},
	(t) => [primaryKey({ columns: [t.linkId, t.month] })],
);

/** All links of a user, aggregated separately: summing a user's links would read too many rows. */
export const userDays = pgTable("user_days", { userId: varchar({ length: 255 }).notNull(), ...counted }, (t) => [
	primaryKey({ columns: [t.userId, t.day] }),
]);

/** Visitor hashes of a day, for counting unique visitors; deleted within the hour after 48 hours. */
export const linkVisitors = pgTable(
	"link_visitors",
	{ day: date().notNull(), linkId: integer().notNull(), visitor: bigint({ mode: "bigint" }).notNull() },
	(t) => [primaryKey({ columns: [t.day, t.linkId, t.visitor] })],
);

export const userVisitors = pgTable(
	"user_visitors",
	{
		day: date().notNull(),
		userId: varchar({ length: 255 }).notNull(),
		visitor: bigint({ mode: "bigint" }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.day, t.userId, t.visitor] })],
);

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

const candidates = {
	day: date().notNull(),
	dimension: varchar({ length: 20 }).notNull(),
	/** Counters of values outside the day's row, 16 bytes each (docs/decisions/0025). */
	counters: bytea().notNull(),
};

/** For days with more values than their row has, so that a frequent value can still enter it. */
export const linkCandidates = pgTable("link_candidates", { linkId: integer().notNull(), ...candidates }, (t) => [
	primaryKey({ columns: [t.day, t.linkId, t.dimension] }),
]);

export const userCandidates = pgTable(
	"user_candidates",
	{ userId: varchar({ length: 255 }).notNull(), ...candidates },
	(t) => [primaryKey({ columns: [t.day, t.userId, t.dimension] })],
);

/** How far the rows of `views` are aggregated: a single row. */
export const aggregateState = pgTable("fold_state", {
	id: smallint().primaryKey().default(1),
	/** Rows with a smaller `tx` are aggregated. */
	nextTx: bigint({ mode: "number" }).notNull(),
	/** Added to the transaction counter: 0, except after a restore into another cluster. */
	txOffset: bigint({ mode: "number" }).notNull().default(0),
	/** Rows without a `tx` are aggregated up to this id; all after `backfillUntil` have one. */
	backfilled: uuid().notNull(),
	backfillUntil: uuid().notNull(),
	isBackfilled: boolean().notNull().default(false),
});
