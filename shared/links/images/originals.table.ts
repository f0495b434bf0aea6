import { index, integer, pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";

/** Uploaded originals for later crops (P161), one per user. A sweep deletes those without a user or a link. */
export const originals = pgTable(
	"originals",
	{
		/** Hash of owner and content; also the file's name. */
		id: varchar({ length: 64 }).primaryKey(),
		userId: varchar({ length: 255 }).references(() => users.id, { onDelete: "set null", onUpdate: "cascade" }),
		/** The type by content. */
		type: varchar({ length: 20 }).notNull(),
		bytes: integer().notNull(),
		/** When it was uploaded, or last found in use. */
		checkedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		/** Last upload or crop: over the account's budget the oldest are evicted first (P244). */
		editedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		/** When its file was evicted to stay within the account's budget; null while stored. */
		evictedAt: timestamp({ withTimezone: true }),
	},
	(t) => [index("originals_user").on(t.userId), index("originals_checked").on(t.checkedAt)],
);

/** Which image was cropped from which original, and where, by `storedCutOf`; null numbers: the server chose. */
export const imageCuts = pgTable(
	"image_cuts",
	{
		originalId: varchar({ length: 64 })
			.notNull()
			.references(() => originals.id, { onDelete: "cascade" }),
		imageUrl: varchar({ length: 80 }).notNull(),
		x: integer(),
		y: integer(),
		width: integer(),
		height: integer(),
	},
	(t) => [primaryKey({ columns: [t.originalId, t.imageUrl] }), index("image_cuts_image_url").on(t.imageUrl)],
);
