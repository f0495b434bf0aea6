import { sql } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, primaryKey, timestamp, uuid, varchar } from "drizzle-orm/pg-core";

/**
 * One row a counted view. `id` is the event's own id, made when the view was answered, so that a replay
 * inserts nothing twice. No foreign keys: they would lock a link's row for each view, and a view outlives its link.
 * The migration partitions this table by month of `timestamp`.
 */
export const views = pgTable(
	"views",
	{
		id: uuid().notNull(),
		userId: varchar({ length: 255 }).notNull(),
		linkId: integer().notNull(),
		ip: varchar({ length: 50 }),
		userAgent: varchar({ length: 1024 }),
		clientWidth: integer().notNull().default(0),
		clientHeight: integer().notNull().default(0),
		attribution: varchar({ length: 1024 }).notNull().default(""),
		isBot: boolean().notNull(),
		timestamp: timestamp({ withTimezone: true }).notNull().defaultNow(),
		/** The verdict's kind (P22); null in rows of older releases. */
		kind: varchar({ length: 40 }),
		/** Of people alone: the same for one address and agent within a day (P140). Null where no salt was at hand. */
		visitor: bigint({ mode: "bigint" }),
		/** Of people alone: as the proxy's header said (P414). Null without one: then the address tells. */
		country: varchar({ length: 2 }),
		/** The transaction that wrote the row, by which it is folded once (docs/decisions/0019). Null: before there were any. */
		tx: bigint({ mode: "number" }).default(sql`txid_current()`),
	},
	(t) => [primaryKey({ columns: [t.id, t.timestamp] })],
);

export type View = typeof views.$inferSelect;
