import { sql } from "drizzle-orm";
import { boolean, index, pgTable, timestamp, varchar } from "drizzle-orm/pg-core";

/**
 * Every uploaded picture in the image store. `isUsed` turns true with the first link that shows it and stays so:
 * shares of an earlier version of a link still ask for its picture. One never used is removed a day after its upload.
 */
export const pictures = pgTable(
	"pictures",
	{
		/** `/images/<sha256>.jpg` */
		imageUrl: varchar({ length: 80 }).primaryKey(),
		uploadedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		isUsed: boolean().notNull().default(false),
	},
	(t) => [index("pictures_unused").on(t.uploadedAt).where(sql`NOT is_used`)],
);
