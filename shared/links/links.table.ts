import { sql } from "drizzle-orm";
import {
	bigint,
	boolean,
	index,
	integer,
	jsonb,
	pgTable,
	serial,
	timestamp,
	uniqueIndex,
	varchar,
} from "drizzle-orm/pg-core";
import { users } from "../account/auth/users.table.ts";
import { domains } from "./domains/domains.table.ts";

/**
 * A short link with its preview. Deleting only sets the flag and `deletedAt`.
 * `viewsHuman` and `viewsBot` change in the same transaction as the view rows they count.
 */
export const links = pgTable(
	"links",
	{
		id: serial().primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		linkSlug: varchar({ length: 20 }).notNull(),
		targetUrl: varchar({ length: 2048 }).notNull(),
		title: varchar({ length: 255 }).notNull(),
		description: varchar({ length: 2048 }).notNull(),
		imageUrl: varchar({ length: 2048 }),
		imageSource: varchar({ length: 32 }),
		/** From 1; a trigger counts each change of what a card shows, whichever release makes it (P137). */
		cardVersion: integer().notNull().default(1),
		/**
		 * Targets whose card has not changed in the present version, and the version in which it last did; triggers keep it.
		 * Null: the present version is a new card for all.
		 */
		cardVersions: jsonb().$type<Partial<Record<string, number>>>(),
		viewsBot: bigint({ mode: "number" }).notNull().default(0),
		viewsHuman: bigint({ mode: "number" }).notNull().default(0),
		/** Those of both that came by an alias. */
		viewsByAlias: bigint({ mode: "number" }).notNull().default(0),
		deleted: boolean().notNull().default(false),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		deletedAt: timestamp({ withTimezone: true }),
		/** When target, slug, times or card last changed; a trigger sets it. Null before that, and for older changes. */
		changedAt: timestamp({ withTimezone: true }),
		/** Set by an operator, with a note for operators alone: the link answers 410. */
		disabledAt: timestamp({ withTimezone: true }),
		disabledReason: varchar({ length: 500 }),
		/** From when on and until when it leads to its target, and where it leads after that; null for no limit (P187). */
		startsAt: timestamp({ withTimezone: true }),
		endsAt: timestamp({ withTimezone: true }),
		/** Normalised as `targetUrl` is; null for a page of ours. */
		afterUrl: varchar({ length: 2048 }),
		/** When its owner archived it; it keeps working. */
		archivedAt: timestamp({ withTimezone: true }),
		/** In the order they were given (`link-list.ts` has their limits); one spelling for each within an account. */
		tags: varchar({ length: 30 }).array().notNull().default(sql`'{}'`),
		/** When a person saw it last; counted with `viewsHuman`. Null before that, and for views of an older release. */
		lastSeenAt: timestamp({ withTimezone: true }),
		/** The account's own domain that the link is on; null: ours alone. Slugs are unique per user, and so on each domain. */
		domainId: integer().references(() => domains.id, { onDelete: "set null" }),
	},
	(t) => [
		// Slugs are unique per user without regard to case. A deleted link's slug may be used again, but not that of a
		// disabled one: what was disabled can't come back at the same address.
		uniqueIndex("links_user_slug")
			.on(t.userId, sql`lower(link_slug)`)
			.where(sql`NOT deleted OR disabled_at IS NOT NULL`),
		index("links_domain").on(t.domainId).where(sql`domain_id IS NOT NULL`),
		index("links_user_created").on(t.userId, t.createdAt),
	],
);

export type Link = typeof links.$inferSelect;
