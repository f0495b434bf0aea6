import { integer, pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { links } from "../links/links.table.ts";

/**
 * That a platform has fetched a version of a link's card: its page, or its picture. One row says so once, however often
 * it came, and tells nothing of who asked.
 */
export const deliveries = pgTable(
	"deliveries",
	{
		linkId: integer()
			.notNull()
			.references(() => links.id, { onDelete: "cascade" }),
		/** The fetcher's word, as attribution has it: `whatsapp`. */
		platform: varchar({ length: 32 }).notNull(),
		version: integer().notNull(),
		kind: varchar({ length: 8, enum: ["page", "picture"] }).notNull(),
		firstAt: timestamp({ withTimezone: true }).notNull(),
		lastAt: timestamp({ withTimezone: true }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.linkId, t.platform, t.version, t.kind] })],
);
