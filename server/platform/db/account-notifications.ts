import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type pg from "pg";
import type { Db } from "#server/platform/db/connect.ts";
import type { AccountChange } from "#shared/account/events/account-change.ts";

export const ACCOUNT_CHANNEL = "account_changed";

/** A notification has at most 8,000 bytes. */
export const LINKS_NAMED = 500;

/** Without a change: access to the account changed. */
export type AccountNotification = { user: string; change?: AccountChange };

/** SQL that notifies every process, at commit, that a user's session ended or the account was disabled (P470). */
export function notificationsOfAccess(user: SQLWrapper | string): SQL {
	return sql`pg_notify(${ACCOUNT_CHANNEL}, json_build_object('user', ${user}::text)::text)`;
}

/** Notifies every process of an import's progress. */
export async function notifyOfImport(pool: Pick<pg.Pool, "query">, user: string): Promise<void> {
	const notifications: AccountNotification = { user, change: { kind: "import" } };
	await pool.query("SELECT pg_notify($1, $2)", [ACCOUNT_CHANNEL, JSON.stringify(notifications)]);
}

/** Notifies every process that a subscription change may have an outcome (P266). */
export async function notifyOfSubscription(db: Pick<Db, "execute">, user: string): Promise<void> {
	const notifications: AccountNotification = { user, change: { kind: "subscription" } };
	await db.execute(sql`SELECT pg_notify(${ACCOUNT_CHANNEL}, ${JSON.stringify(notifications)})`);
}

/** Notifies every process, at commit, that an account's own domains were checked or changed (P631). */
export async function notifyOfDomains(db: Pick<Db, "execute">, user: string): Promise<void> {
	const notifications: AccountNotification = { user, change: { kind: "domains" } };
	await db.execute(sql`SELECT pg_notify(${ACCOUNT_CHANNEL}, ${JSON.stringify(notifications)})`);
}

/** Notifies every process, at commit, of an account's links whose target is gone or back (P685). */
export async function notifyOfHealth(db: Pick<Db, "execute">, user: string, links: number[]): Promise<void> {
	const change = { kind: "health", links: links.length <= LINKS_NAMED ? links : null } as const;
	const notifications: AccountNotification = { user, change };
	await db.execute(sql`SELECT pg_notify(${ACCOUNT_CHANNEL}, ${JSON.stringify(notifications)})`);
}

/** Notifies every process, at commit, that an account's API keys changed or one was used (P652). */
export async function notifyOfKeys(db: Pick<Db, "execute">, user: string): Promise<void> {
	const notifications: AccountNotification = { user, change: { kind: "keys" } };
	await db.execute(sql`SELECT pg_notify(${ACCOUNT_CHANNEL}, ${JSON.stringify(notifications)})`);
}

/** Notifies every process, at commit, that an account's webhooks changed or were sent something (P665). */
export async function notifyOfWebhooks(db: Pick<Db, "execute">, user: string): Promise<void> {
	const notifications: AccountNotification = { user, change: { kind: "webhooks" } };
	await db.execute(sql`SELECT pg_notify(${ACCOUNT_CHANNEL}, ${JSON.stringify(notifications)})`);
}

const TELL_OF_DELIVERIES = {
	name: "notify-of-deliveries",
	text: `SELECT pg_notify($1, json_build_object('user', user_id, 'change', json_build_object('kind', 'deliveries',
			'links', CASE WHEN count(*) <= ${LINKS_NAMED} THEN json_agg(id) END))::text)
		FROM links WHERE id = ANY ($2::int[]) GROUP BY user_id`,
};

/** Notifies every process that platforms fetched these links' cards. */
export async function notifyOfDeliveries(pool: Pick<pg.Pool, "query">, linkIds: number[]): Promise<void> {
	await pool.query({ ...TELL_OF_DELIVERIES, values: [ACCOUNT_CHANNEL, [...new Set(linkIds)]] });
}

/** Notifies every process, in one statement, of links with new views; null if more than an event can list. */
export async function notifyOfViews(
	pool: Pick<pg.Pool, "query">,
	notifications: { user: string; links: number[] | null }[],
): Promise<void> {
	if (notifications.length === 0) return;
	const notes = notifications.map(
		({ user, links }): AccountNotification => ({ user, change: { kind: "views", links } }),
	);
	const values = [ACCOUNT_CHANNEL, notes.map((each) => JSON.stringify(each))];
	await pool.query({
		name: "notify-of-views",
		text: "SELECT pg_notify($1, news) FROM unnest($2::text[]) AS news",
		values,
	});
}
