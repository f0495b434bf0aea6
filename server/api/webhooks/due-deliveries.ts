import type pg from "pg";
import type { WebhookRow } from "#shared/api/webhooks/webhooks.table.ts";

/** An endpoint with deliveries that wait; `dueAt`: when the first of them is due. */
export type WaitingEndpoint = Pick<
	WebhookRow,
	"id" | "userId" | "url" | "secret" | "previousSecret" | "previousUntil" | "offReason" | "pausedUntil"
> & { isDisabled: boolean; dueAt: Date };

/** A delivery that this process alone sends until `lease`. */
export type Claimed = { id: number; webhookId: number; eventId: string; attempts: number; lease: Date };

/**
 * The first endpoints after one with deliveries that wait, however many each has: the index is asked for the next endpoint,
 * and for its first delivery. `DISTINCT` would read all deliveries.
 */
const WAITING = {
	name: "webhooks-waiting",
	text: `WITH RECURSIVE waiting (id, place) AS (
			(SELECT webhook_id, 1 FROM webhook_deliveries WHERE state = 'waiting' AND webhook_id > $1
				ORDER BY webhook_id LIMIT 1)
			UNION ALL
			SELECT (SELECT d.webhook_id FROM webhook_deliveries d WHERE d.state = 'waiting' AND d.webhook_id > waiting.id
				ORDER BY d.webhook_id LIMIT 1), place + 1
			FROM waiting WHERE waiting.id IS NOT NULL AND place < $2
		)
		SELECT w.id, w.user_id AS "userId", w.url, w.secret, w.previous_secret AS "previousSecret",
			w.previous_until AS "previousUntil", w.off_reason AS "offReason", w.paused_until AS "pausedUntil",
			u.disabled_at IS NOT NULL AS "isDisabled", first.due_at AS "dueAt"
		FROM waiting JOIN webhooks w ON w.id = waiting.id JOIN users u ON u.id = w.user_id
			CROSS JOIN LATERAL (SELECT d.due_at FROM webhook_deliveries d
				WHERE d.webhook_id = w.id AND d.state = 'waiting' ORDER BY d.due_at LIMIT 1) AS first
		ORDER BY w.id`,
};

/** Rows that another process has just claimed are passed over. */
const CLAIM = {
	name: "webhooks-claim",
	text: `UPDATE webhook_deliveries d SET due_at = $4
		FROM unnest($1::int[], $2::int[]) AS asked (webhook_id, room),
			LATERAL (SELECT due.id FROM webhook_deliveries due
				WHERE due.webhook_id = asked.webhook_id AND due.state = 'waiting' AND due.due_at <= $3
				ORDER BY due.due_at, due.id LIMIT asked.room FOR UPDATE SKIP LOCKED) AS free
		WHERE d.id = free.id
		RETURNING d.id, d.webhook_id AS "webhookId", d.event_id AS "eventId", d.attempts, d.due_at AS "lease"`,
};

/** Looked through for new events, however many retries are due. */
const RECENT = 100;

/**
 * The first new event among those that became due last: new ones are at that end of the index. Of two processes that choose
 * the same one, the second passes it over, as above.
 */
const CLAIM_NEW = {
	name: "webhooks-claim-new",
	text: `UPDATE webhook_deliveries d SET due_at = $3
		FROM unnest($1::int[]) AS asked (webhook_id),
			LATERAL (SELECT recent.id FROM (SELECT due.id, due.attempts, due.due_at FROM webhook_deliveries due
					WHERE due.webhook_id = asked.webhook_id AND due.state = 'waiting' AND due.due_at <= $2
					ORDER BY due.due_at DESC LIMIT ${RECENT}) AS recent
				WHERE recent.attempts = 0 ORDER BY recent.due_at, recent.id LIMIT 1) AS first,
			LATERAL (SELECT same.id FROM webhook_deliveries same
				WHERE same.id = first.id AND same.state = 'waiting' AND same.due_at <= $2 FOR UPDATE SKIP LOCKED) AS free
		WHERE d.id = free.id
		RETURNING d.id, d.webhook_id AS "webhookId", d.event_id AS "eventId", d.attempts, d.due_at AS "lease"`,
};

/** Some at a time, so that a hundred thousand hold up nobody. */
const DROP = {
	name: "webhooks-drop",
	// One that was sent again, after it had been delivered, stays delivered.
	text: `UPDATE webhook_deliveries SET state = CASE WHEN last_status BETWEEN 200 AND 299 THEN 'delivered' ELSE 'failed' END,
		last_error = CASE WHEN last_status IS NULL THEN coalesce(last_error, $2) ELSE last_error END WHERE id IN (
		SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'waiting'
			ORDER BY due_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
};

/** By id, those after the endpoint `after`. */
export async function waitingEndpoints(pool: pg.Pool, after: number, atMost: number): Promise<WaitingEndpoint[]> {
	return (await pool.query<WaitingEndpoint>({ ...WAITING, values: [after, atMost] })).rows;
}

type Asked = {
	/** How many of which endpoint. */
	room: ReadonlyMap<number, number>;
	/** Endpoints whose new events go before retries now. */
	newFirst: readonly number[];
	at: Date;
	/** When other processes take them up, should this one have been killed. */
	until: Date;
};

/** Takes due deliveries under a lease. No transaction is open while they are sent. */
export async function claimDue(pool: pg.Pool, { room, newFirst, at, until }: Asked): Promise<Claimed[]> {
	const fresh = newFirst.length === 0 ? [] : await rowsOf(CLAIM_NEW, [newFirst, at, until]);
	const left = new Map(room);
	for (const { webhookId } of fresh) left.set(webhookId, (left.get(webhookId) ?? 1) - 1);
	const rest = [...left].filter(([, free]) => free > 0);
	if (rest.length === 0) return fresh;
	const due = await rowsOf(CLAIM, [rest.map(([id]) => id), rest.map(([, free]) => free), at, until]);
	return [...fresh, ...due];

	async function rowsOf(statement: typeof CLAIM, values: unknown[]): Promise<Claimed[]> {
		return (await pool.query<Claimed>({ ...statement, values })).rows;
	}
}

/** Gives up what waits for an endpoint that may not be called. @returns whether there may be more */
export async function dropWaiting(pool: pg.Pool, webhookId: number, reason: string): Promise<boolean> {
	const { rowCount } = await pool.query({ ...DROP, values: [webhookId, reason] });
	return (rowCount ?? 0) > 0;
}
