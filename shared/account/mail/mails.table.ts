import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, smallint, timestamp, uniqueIndex, uuid, varchar } from "drizzle-orm/pg-core";
import type { MailData, MailKind } from "./mail-kinds.ts";

/** `off`: the owner does not get this kind, or no mail at all; `expired`: tried for two days. */
export type MailOutcome = "sent" | "off" | "bounced" | "refused" | "expired";

/**
 * The outbox of mails to owners (docs/decisions/0130): written with what causes them, by `queue_mail` in SQL. Without a
 * foreign key, which would lock the owner's row.
 */
export const mails = pgTable(
	"mails",
	{
		/** Also the Message-ID, the same on every try. */
		id: uuid().primaryKey().defaultRandom(),
		userId: varchar({ length: 255 }).notNull(),
		kind: varchar({ length: 24 }).$type<MailKind>().notNull(),
		/** One cause, one mail. */
		key: varchar({ length: 200 }).notNull(),
		data: jsonb().$type<MailData[MailKind]>().notNull(),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		/** Also a lease: a process that takes it moves it ahead. Null once done, or sent with another. */
		nextTryAt: timestamp({ withTimezone: true }).defaultNow(),
		/** The mail that also tells this one. */
		sentAs: uuid(),
		tries: smallint().notNull().default(0),
		outcome: varchar({ length: 8 }).$type<MailOutcome>(),
		doneAt: timestamp({ withTimezone: true }),
		/** The server's last answer. */
		error: varchar({ length: 300 }),
	},
	(t) => [
		uniqueIndex("mails_cause").on(t.userId, t.kind, t.key),
		index("mails_waiting").on(t.nextTryAt).where(sql`next_try_at IS NOT NULL`),
		index("mails_sent_as").on(t.sentAs).where(sql`sent_as IS NOT NULL`),
		index("mails_created").on(t.createdAt),
	],
);

export type MailRow = typeof mails.$inferSelect;
