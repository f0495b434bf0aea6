import { sql } from "drizzle-orm";
import { boolean, date, index, integer, pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";
import { IMAGE_SHAPES } from "./image-file.ts";

/**
 * Uploaded images. `isUsed` stays true while any owner has an account, because old shares still request the image.
 * Unused ones are deleted after a day.
 */
export const storedImages = pgTable(
	"pictures",
	{
		imageUrl: varchar({ length: 80 }).primaryKey(),
		uploadedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		isUsed: boolean().notNull().default(false),
		/** The name is a hash of the content, so the shape never changes. */
		shape: varchar({ length: 8, enum: IMAGE_SHAPES }).notNull().default("wide"),
	},
	(t) => [index("pictures_unused").on(t.uploadedAt).where(sql`NOT is_used`)],
);

/** Who uploaded an image: only their links may show it (P480). Equal bytes share one address. */
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

/** New images stored on an account's latest UTC day with any (P245). */
export const imageCounts = pgTable("picture_counts", {
	userId: varchar({ length: 255 })
		.primaryKey()
		.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
	day: date({ mode: "string" }).notNull(),
	count: integer().notNull(),
});
