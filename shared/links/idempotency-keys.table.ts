import { index, integer, pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../account/auth/users.table.ts";
import { links } from "./links.table.ts";

/** `Idempotency-Key`s of requests that create links, with their results; valid for 24 hours. */
export const idempotencyKeys = pgTable(
	"idempotency_keys",
	{
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		key: varchar({ length: 255 }).notNull(),
		linkId: integer()
			.notNull()
			.references(() => links.id, { onDelete: "cascade" }),
		/** Hash of the request, to refuse a key reused with different content. */
		contentHash: varchar({ length: 43 }).notNull(),
		createdAt: timestamp({ withTimezone: true }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.key] }), index("idempotency_keys_link").on(t.linkId)],
);
