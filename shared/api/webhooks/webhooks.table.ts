import { sql } from "drizzle-orm";
import {
	index,
	integer,
	jsonb,
	pgTable,
	serial,
	smallint,
	text,
	timestamp,
	uniqueIndex,
	uuid,
	varchar,
} from "drizzle-orm/pg-core";
import { users } from "../../account/auth/users.table.ts";
import type { WebhookEvent, WebhookType } from "./webhook.ts";

/** Endpoints of accounts (P660). Secrets are in clear, because they sign (docs/decisions/0126). */
export const webhooks = pgTable(
	"webhooks",
	{
		id: serial().primaryKey(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		/** Normalized as a link's target is. */
		url: varchar({ length: 2048 }).notNull(),
		events: varchar({ length: 30 }).array().$type<WebhookEvent[]>().notNull(),
		secret: varchar({ length: 60 }).notNull(),
		/** Signs too until then. */
		previousSecret: varchar({ length: 60 }),
		previousUntil: timestamp({ withTimezone: true }),
		/** Null: it is on. */
		offReason: varchar({ length: 8, enum: ["owner", "gone", "failing"] }),
		/** Failures in a row, and since when; a success ends both. */
		failures: integer().notNull().default(0),
		failingSince: timestamp({ withTimezone: true }),
		/** Until when its own answer asked not to be called (429, 503). */
		pausedUntil: timestamp({ withTimezone: true }),
		lastAt: timestamp({ withTimezone: true }),
		lastStatus: smallint(),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [index("webhooks_user").on(t.userId)],
);

/** What happened in an account with an endpoint for it; written by triggers, in the transaction of its cause (P661). */
export const webhookEvents = pgTable(
	"webhook_events",
	{
		id: uuid().primaryKey().defaultRandom(),
		userId: varchar({ length: 255 })
			.notNull()
			.references(() => users.id, { onDelete: "cascade", onUpdate: "cascade" }),
		type: varchar({ length: 30 }).$type<WebhookType>().notNull(),
		/** What the body is made of: rows as they were then. Null once the body is made. */
		source: jsonb().$type<Record<string, unknown>>(),
		/** Of what happens once: the month of a usage, the day of statistics. */
		onceKey: varchar({ length: 10 }),
		/** The bytes that are sent, made before the first try, and the same at each. */
		body: text(),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [
		index("webhook_events_user").on(t.userId),
		index("webhook_events_created").on(t.createdAt),
		uniqueIndex("webhook_events_once").on(t.userId, t.type, t.onceKey).where(sql`once_key IS NOT NULL`),
	],
);

/** One event for one endpoint: the queue, and the log of 30 days. */
export const webhookDeliveries = pgTable(
	"webhook_deliveries",
	{
		id: serial().primaryKey(),
		webhookId: integer()
			.notNull()
			.references(() => webhooks.id, { onDelete: "cascade" }),
		eventId: uuid()
			.notNull()
			.references(() => webhookEvents.id, { onDelete: "cascade" }),
		state: varchar({ length: 9, enum: ["waiting", "delivered", "failed"] })
			.notNull()
			.default("waiting"),
		attempts: smallint().notNull().default(0),
		/** When a waiting one is due; while a process sends it, the end of its lease. */
		dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
		lastAt: timestamp({ withTimezone: true }),
		lastStatus: smallint(),
		lastError: varchar({ length: 200 }),
		/** The first 2 KB of the last answer. */
		answer: text(),
		createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [
		index("webhook_deliveries_due").on(t.webhookId, t.dueAt).where(sql`state = 'waiting'`),
		index("webhook_deliveries_log").on(t.webhookId, t.id),
		index("webhook_deliveries_event").on(t.eventId),
	],
);

export type WebhookRow = typeof webhooks.$inferSelect;
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;
