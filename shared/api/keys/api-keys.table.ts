import { index, pgTable, serial, timestamp, uniqueIndex, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";
import type { ApiScope } from "./api-key.ts";

/** Keys of accounts for programs. A revoked key has no row. */
export const apiKeys = pgTable(
	"api_keys",
	{
		id: serial().primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		name: varchar({ length: 60 }).notNull(),
		/** SHA-256 of the key, base64url. A key has 178 random bits, so a slow hash would add nothing. */
		hash: varchar({ length: 43 }).notNull(),
		/** The key's first characters, by which its owner recognizes it. */
		start: varchar({ length: 8 }).notNull(),
		scopes: varchar({ length: 20 }).array().$type<ApiScope[]>().notNull(),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		expiresAt: timestamp({ withTimezone: true }),
		/** Written at most once a minute. */
		lastUsedAt: timestamp({ withTimezone: true }),
		/** From where (ISO 3166-1 alpha-2); null if unknown. */
		lastUsedCountry: varchar({ length: 2 }),
	},
	(t) => [uniqueIndex("api_keys_hash").on(t.hash), index("api_keys_user").on(t.userId)],
);

export type ApiKey = typeof apiKeys.$inferSelect;
