import { index, integer, pgTable, primaryKey, text, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../account/auth/users.table.ts";
import { links } from "./links.table.ts";

/** `Idempotency-Key`s of requests that create links, with their results; valid for 24 hours. */
export const idempotencyKeys = pgTable(
	"idempotency_keys",
	{
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		/** Of the public API with `v1 ` before it: no client can send a space. */
		key: varchar({ length: 260 }).notNull(),
		/** The link of a form; null if `answer` says what was made. */
		linkId: integer().references(() => links.id, { onDelete: "cascade" }),
		/** Of the public API: the body to repeat, as JSON. */
		answer: text(),
		/** Hash of the request, to refuse a key reused with different content. */
		contentHash: varchar({ length: 43 }).notNull(),
		createdAt: timestamp({ withTimezone: true }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.key] }), index("idempotency_keys_link").on(t.linkId)],
);
