import { index, integer, pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/**
 * An image as uploaded, kept for other crops (P161). Each belongs to one user, even if two uploaded the same bytes. The
 * next sweep deletes those without a user, and those that none of the user's links need.
 */
export const originals = pgTable(
	"originals",
	{
		/** Made from the owner and the content; its file has this name. */
		id: varchar({ length: 64 }).primaryKey(),
		userId: varchar({ length: 255 }).references(() => users.id, { onDelete: "set null", onUpdate: "cascade" }),
		/** `image/jpeg`, `image/png` or `image/webp`, by its content. */
		type: varchar({ length: 20 }).notNull(),
		bytes: integer().notNull(),
		/** When it came, or was last found in use. */
		checkedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		/** When its owner last uploaded it or cropped it again: beyond the account's budget the oldest go first (P244). */
		editedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		/** Since when its file is gone to stay within the account's budget; null while it is stored. */
		evictedAt: timestamp({ withTimezone: true }),
	},
	(t) => [index("originals_user").on(t.userId), index("originals_checked").on(t.checkedAt)],
);

/** Which image was cut from which original, and where, by `storedCutOf`; without numbers the server chose the section. */
export const imageCuts = pgTable(
	"image_cuts",
	{
		originalId: varchar({ length: 64 })
			.notNull()
			.references(() => originals.id, { onDelete: "cascade" }),
		/** `/images/<sha256>.jpg` */
		imageUrl: varchar({ length: 80 }).notNull(),
		x: integer(),
		y: integer(),
		width: integer(),
		height: integer(),
	},
	(t) => [primaryKey({ columns: [t.originalId, t.imageUrl] }), index("image_cuts_image_url").on(t.imageUrl)],
);
