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

/** A link with its preview. Deletion sets a flag and `deletedAt`. View counters change with the inserted views. */
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
		/** From 1; a trigger counts each change of the card, whichever release makes it (P137). */
		cardVersion: integer().notNull().default(1),
		/** Targets with a card older than the current version, kept by triggers. Null: all are current. */
		cardVersions: jsonb().$type<Partial<Record<string, number>>>(),
		viewsBot: bigint({ mode: "number" }).notNull().default(0),
		viewsHuman: bigint({ mode: "number" }).notNull().default(0),
		/** Views by an alias, people and bots together. */
		viewsByAlias: bigint({ mode: "number" }).notNull().default(0),
		deleted: boolean().notNull().default(false),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		deletedAt: timestamp({ withTimezone: true }),
		/** When target, slug, times or card last changed, set by a trigger; null before the first change it saw. */
		changedAt: timestamp({ withTimezone: true }),
		disabledAt: timestamp({ withTimezone: true }),
		disabledReason: varchar({ length: 500 }),
		/** Start, end, and the target after the end; null for none (P187). */
		startsAt: timestamp({ withTimezone: true }),
		endsAt: timestamp({ withTimezone: true }),
		afterUrl: varchar({ length: 2048 }),
		archivedAt: timestamp({ withTimezone: true }),
		/** In the order given (limits: `link-list.ts`); one spelling per account. */
		tags: varchar({ length: 30 }).array().notNull().default(sql`'{}'`),
		/** When a person last opened it, updated with `viewsHuman`; null if never or before this release. */
		lastSeenAt: timestamp({ withTimezone: true }),
		/**
		 * The account's own domain that the link is on; null: ours alone. Slugs are unique per user, and so on each domain. Without a
		 * foreign key: a removed domain's id stays, and finds none, so that removing one with a million links changes no link.
		 */
		domainId: integer(),
		/** The account's own id for it, given by the public API. */
		externalId: varchar({ length: 255 }),
		/** Domains that it was on before, by a trigger; those that were removed since stay named. */
		formerDomainIds: integer().array().notNull().default(sql`'{}'::integer[]`),
	},
	(t) => [
		// A disabled link's slug can't be reused, so that it never returns at the same address.
		uniqueIndex("links_user_slug")
			.on(t.userId, sql`lower(link_slug)`)
			.where(sql`NOT deleted OR disabled_at IS NOT NULL`),
		uniqueIndex("links_external_id").on(t.userId, t.externalId).where(sql`NOT deleted AND external_id IS NOT NULL`),
		index("links_user_created").on(t.userId, t.createdAt),
	],
);

export type Link = typeof links.$inferSelect;
