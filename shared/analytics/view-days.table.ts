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

/** What the views of a day (UTC) come to; they equal the rows of `views`, each counted once (docs/decisions/0019). */
const counted = {
	day: date().notNull(),
	human: integer().notNull(),
	bot: integer().notNull(),
	/** Different people of the day (P140). */
	visitors: integer().notNull(),
	breakdowns: json().$type<StoredBreakdowns>().notNull(),
	/** Null once it is older than 13 months. */
	quarters: json().$type<Quarters>(),
};

/** Without a foreign key, which would lock the link's row; the folds of an erased link go with its views. */
export const linkDays = pgTable("link_days", { linkId: integer().notNull(), ...counted }, (t) => [
	primaryKey({ columns: [t.linkId, t.day] }),
]);

/** What the days of a link come to in each month; triggers add each change of `link_days` (docs/decisions/0055). */
export const linkMonths = pgTable(
	"link_months",
	{
		linkId: integer().notNull(),
		/** Its first day. */
		month: date().notNull(),
		human: integer().notNull(),
		bot: integer().notNull(),
	},
	(t) => [primaryKey({ columns: [t.linkId, t.month] })],
);

/** The same for all links of a person: never summed from the links, of which there may be many. */
export const userDays = pgTable("user_days", { userId: varchar({ length: 255 }).notNull(), ...counted }, (t) => [
	primaryKey({ columns: [t.userId, t.day] }),
]);

/** Hashes seen on a day, so that each visitor counts once; deleted within the hour, 48 hours after it began. */
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
	/** Counters of values that the day's row doesn't show, 16 bytes each (docs/decisions/0025). */
	counters: bytea().notNull(),
};

/** Of days with more values than their row shows, so that a value that goes on coming gets there; gone when the day closes. */
export const linkCandidates = pgTable("link_candidates", { linkId: integer().notNull(), ...candidates }, (t) => [
	primaryKey({ columns: [t.day, t.linkId, t.dimension] }),
]);

export const userCandidates = pgTable(
	"user_candidates",
	{ userId: varchar({ length: 255 }).notNull(), ...candidates },
	(t) => [primaryKey({ columns: [t.day, t.userId, t.dimension] })],
);

/** How far the rows of `views` are folded: one row. */
export const aggregateState = pgTable("fold_state", {
	id: smallint().primaryKey().default(1),
	/** Rows with a smaller `tx` are folded. */
	nextTx: bigint({ mode: "number" }).notNull(),
	/** What the default of `views.tx` adds to the count of transactions: 0, but after a restore elsewhere. */
	txOffset: bigint({ mode: "number" }).notNull().default(0),
	/** Rows without a `tx` are folded up to this id; and those after `backfillUntil` have one. */
	backfilled: uuid().notNull(),
	backfillUntil: uuid().notNull(),
	isBackfilled: boolean().notNull().default(false),
});
