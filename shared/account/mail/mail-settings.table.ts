import { sql } from "drizzle-orm";
import { integer, pgTable, primaryKey, smallint, timestamp, uniqueIndex, uuid, varchar } from "drizzle-orm/pg-core";
import { links } from "../../links/links.table.ts";
import { users } from "../auth/users.table.ts";
import type { MailKind } from "./mail-kinds.ts";

/** What an owner gets by mail, and what became of the address. No row: everything, by UTC. */
export const mailSettings = pgTable(
	"mail_settings",
	{
		userId: varchar({ length: 255 })
			.primaryKey()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		/** Kinds that are switched off, so that new ones are on. */
		off: varchar({ length: 24 }).array().$type<MailKind[]>().notNull().default(sql`'{}'`),
		/** When the weekly report comes; null: UTC. */
		timeZone: varchar({ length: 64 }),
		/** In links that unsubscribe without sign-in. */
		token: uuid().notNull().defaultRandom(),
		/** Consecutive hard bounces of this address; another address begins again. */
		bounces: smallint().notNull().default(0),
		bouncedEmail: varchar({ length: 320 }),
		bouncedAt: timestamp({ withTimezone: true }),
	},
	(t) => [uniqueIndex("mail_settings_token").on(t.token)],
);

export type MailSettingsRow = typeof mailSettings.$inferSelect;

/** Milestones that links have reached, each once; they outlive the mails. */
export const linkMilestones = pgTable(
	"link_milestones",
	{
		linkId: integer()
			.notNull()
			.references(() => links.id, { onDelete: "cascade" }),
		people: integer().notNull(),
		reachedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [primaryKey({ columns: [t.linkId, t.people] })],
);
