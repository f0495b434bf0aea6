import { integer, pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { links } from "../links.table.ts";

/** One row per platform, card version and kind (page or image), however often fetched; nothing about the requester. */
export const deliveries = pgTable(
	"deliveries",
	{
		linkId: integer()
			.notNull()
			.references(() => links.id, { onDelete: "cascade" }),
		platform: varchar({ length: 32 }).notNull(),
		version: integer().notNull(),
		kind: varchar({ length: 8, enum: ["page", "picture"] }).notNull(),
		firstAt: timestamp({ withTimezone: true }).notNull(),
		lastAt: timestamp({ withTimezone: true }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.linkId, t.platform, t.version, t.kind] })],
);
