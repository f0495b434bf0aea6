import { sql } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, primaryKey, timestamp, uuid, varchar } from "drizzle-orm/pg-core";

/**
 * Counted views. `id` is made with the answer, so replays insert nothing twice. No foreign keys: they would lock links,
 * and views outlive them.
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
		/** How the visitor was classified (P22); null in rows of older releases. */
		kind: varchar({ length: 40 }),
		/** People only: a hash of address and agent within a day (P140). Null if no salt was available. */
		visitor: bigint({ mode: "bigint" }),
		/** People only: from the proxy's header (P414). Null without one: then derived from the address. */
		country: varchar({ length: 2 }),
		/** The inserting transaction, for aggregating once (docs/decisions/0019). Null in older releases. */
		tx: bigint({ mode: "number" }).default(sql`txid_current()`),
	},
	(t) => [primaryKey({ columns: [t.id, t.timestamp] })],
);

export type View = typeof views.$inferSelect;
