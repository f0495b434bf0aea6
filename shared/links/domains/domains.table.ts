import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, serial, timestamp, uniqueIndex, varchar } from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";
import type { DomainCheck } from "./domain-check.ts";

/**
 * A domain that an account has added for its links. Several accounts may wait for one host, but only one has verified it
 * (docs/decisions/0112). A trigger notifies every process of what the public side reads.
 */
export const domains = pgTable(
	"domains",
	{
		id: serial().primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		/** In lower case, in ASCII, without a dot at its end. */
		host: varchar({ length: 253 }).notNull(),
		/** What the TXT record must have, 160 random bits in hexadecimal; adding a host again makes another. */
		token: varchar({ length: 40 }).notNull(),
		/** Since when the account has the host; null while its TXT record is awaited, and once it was gone for too long. */
		verifiedAt: timestamp({ withTimezone: true }),
		/** When the host was last seen to point to us; null before. */
		pointedAt: timestamp({ withTimezone: true }),
		/** Since when a verified host has been without its records; with `verifiedAt` null: it was lost. */
		failingSince: timestamp({ withTimezone: true }),
		checkedAt: timestamp({ withTimezone: true }),
		/** What the last check found. */
		lastCheck: jsonb().$type<DomainCheck>(),
		/** Null: checked on demand only. */
		nextCheckAt: timestamp({ withTimezone: true }),
		/** Since when an operator has disabled it; nothing is answered there, whatever DNS says. */
		disabledAt: timestamp({ withTimezone: true }),
		/** Whether new links get it. */
		isDefault: boolean().notNull().default(false),
		/** Where the host itself and its unknown slugs lead; normalized as a link's target is. */
		rootTarget: varchar({ length: 2048 }),
		unknownTarget: varchar({ length: 2048 }),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [
		uniqueIndex("domains_user_host").on(t.userId, t.host),
		uniqueIndex("domains_verified_host").on(t.host).where(sql`verified_at IS NOT NULL`),
		uniqueIndex("domains_default").on(t.userId).where(sql`is_default`),
		index("domains_host").on(t.host),
		index("domains_next_check").on(t.nextCheckAt),
	],
);

export type DomainRow = typeof domains.$inferSelect;
