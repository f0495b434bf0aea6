import { boolean, integer, pgTable, primaryKey, timestamp, uuid, varchar } from "drizzle-orm/pg-core";

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
	},
	(t) => [primaryKey({ columns: [t.id, t.timestamp] })],
);

export type View = typeof views.$inferSelect;
