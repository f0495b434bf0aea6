import { index, integer, pgTable, primaryKey, timestamp, varchar } from "drizzle-orm/pg-core";
import { users } from "../account/auth/users.table.ts";
import { links } from "./links.table.ts";

/** Keys that requests to create a link carried (`Idempotency-Key`), with what they made; 24 hours count. */
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
		/** Of what was sent, so that another content is told from a repeated request. */
		contentHash: varchar({ length: 43 }).notNull(),
		createdAt: timestamp({ withTimezone: true }).notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.key] }), index("idempotency_keys_link").on(t.linkId)],
);
