import { sql } from "drizzle-orm";
import { boolean, date, index, integer, pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";
import { IMAGE_SHAPES } from "./image-file.ts";

/**
 * Every uploaded image in the image store. `isUsed` turns true with the first link that shows it and stays so
 * for as long as one of its owners has an account: shares of an earlier version of a link still ask for its image.
 * One that is not used is removed a day after its upload.
 */
export const storedImages = pgTable(
	"pictures",
	{
		/** `/images/<sha256>.jpg` */
		imageUrl: varchar({ length: 80 }).primaryKey(),
		uploadedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		isUsed: boolean().notNull().default(false),
		/** Its name is made from its content, so that it never changes. */
		shape: varchar({ length: 8, enum: IMAGE_SHAPES }).notNull().default("wide"),
	},
	(t) => [index("pictures_unused").on(t.uploadedAt).where(sql`NOT is_used`)],
);

/**
 * Who has uploaded an image: their links alone may show it (P480). The same bytes have one address, so that two people
 * may share an image without knowing: it goes when the last of them deletes the account.
 */
export const imageOwners = pgTable(
	"picture_owners",
	{
		imageUrl: varchar({ length: 80 })
			.notNull()
			.references(() => storedImages.imageUrl, { onDelete: "cascade" }),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
	},
	(t) => [primaryKey({ columns: [t.userId, t.imageUrl] }), index("picture_owners_image_url").on(t.imageUrl)],
);

/** How many new images an account has stored on the latest UTC day on which it stored any (P245). */
export const imageCounts = pgTable("picture_counts", {
	userId: varchar({ length: 255 })
		.primaryKey()
		.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
	day: date({ mode: "string" }).notNull(),
	count: integer().notNull(),
});
