import type pg from "pg";
import { WEBHOOK_OFF_AFTER } from "#shared/api/webhooks/webhook.ts";
import type { Outcome } from "./delivery-outcome.ts";
import type { Claimed } from "./due-deliveries.ts";

export type Sent = { delivery: Claimed; userId: string; outcome: Outcome; at: Date };

/** A delivery whose lease ran out is another process's, unless it was given up meanwhile. */
const DELIVERIES = {
	name: "webhooks-write-deliveries",
	text: `UPDATE webhook_deliveries d SET state = n.state, attempts = d.attempts + n.tries, due_at = n.due_at,
			last_at = CASE WHEN n.was_tried THEN n.at ELSE d.last_at END,
			last_status = CASE WHEN n.was_tried THEN n.status ELSE d.last_status END,
			last_error = CASE WHEN n.was_tried THEN n.error ELSE d.last_error END,
			answer = CASE WHEN n.was_tried THEN n.answer ELSE d.answer END
		FROM unnest($1::int[], $2::timestamptz[], $3::text[], $4::int[], $5::timestamptz[], $6::boolean[], $7::timestamptz[],
			$8::int[], $9::text[], $10::text[]) AS n (id, lease, state, tries, due_at, was_tried, at, status, error, answer)
		WHERE d.id = n.id AND d.due_at = n.lease AND d.state <> 'delivered'`,
};

const ENDPOINTS = {
	name: "webhooks-write-endpoints",
	text: `WITH n AS (SELECT * FROM unnest($1::int[], $2::boolean[], $3::int[], $4::timestamptz[], $5::timestamptz[], $6::int[],
				$7::boolean[], $8::timestamptz[]) AS n (id, succeeded, failures, failing_since, at, status, is_gone, paused_until)),
		locked AS (SELECT w.id FROM webhooks w JOIN n USING (id) ORDER BY w.id FOR NO KEY UPDATE OF w),
		counted AS (SELECT n.*,
				n.failures + CASE WHEN n.succeeded THEN 0 ELSE w.failures END AS in_row,
				CASE WHEN n.succeeded THEN n.failing_since ELSE coalesce(w.failing_since, n.failing_since) END AS since
			FROM n JOIN locked USING (id) JOIN webhooks w USING (id))
		UPDATE webhooks w SET failures = c.in_row, failing_since = c.since,
			last_at = greatest(w.last_at, c.at), last_status = CASE WHEN w.last_at > c.at THEN w.last_status ELSE c.status END,
			paused_until = greatest(w.paused_until, c.paused_until),
			off_reason = CASE WHEN w.off_reason IS NOT NULL THEN w.off_reason WHEN c.is_gone THEN 'gone'
				WHEN c.in_row >= ${WEBHOOK_OFF_AFTER.failures}
					AND c.since <= c.at - interval '${WEBHOOK_OFF_AFTER.hours} hours' THEN 'failing' END
		FROM counted c WHERE w.id = c.id`,
};

/** Writes what became of tries: of each delivery, and of each endpoint together. */
export async function writeOutcomes(pool: pg.Pool, sent: readonly Sent[]): Promise<void> {
	const column = <Value>(value: (each: Sent) => Value) => sent.map(value);
	await pool.query({
		...DELIVERIES,
		values: [
			column(({ delivery }) => delivery.id),
			column(({ delivery }) => delivery.lease),
			column(({ outcome }) => outcome.state),
			column(({ outcome }) => (outcome.isSuccess === null ? 0 : 1)),
			column(({ at, outcome }) => new Date(at.getTime() + outcome.waitMs)),
			column(({ outcome }) => wasTried(outcome)),
			column(({ at }) => at),
			column(({ outcome }) => outcome.status),
			column(({ outcome }) => outcome.error),
			column(({ outcome }) => outcome.answer),
		],
	});
	const endpoints = byEndpoint(sent.filter(({ outcome }) => wasTried(outcome))).map(summed);
	if (endpoints.length === 0) return;
	const summary = <Value>(value: (each: Summary) => Value) => endpoints.map(value);
	await pool.query({
		...ENDPOINTS,
		values: [
			summary(({ id }) => id),
			summary(({ succeeded }) => succeeded),
			summary(({ failures }) => failures),
			summary(({ failingSince }) => failingSince),
			summary(({ at }) => at),
			summary(({ status }) => status),
			summary(({ isGone }) => isGone),
			summary(({ pausedUntil }) => pausedUntil),
		],
	});
}

/** Whether the endpoint was called: not if the trouble was our own. */
function wasTried({ isSuccess, status }: Outcome): boolean {
	return isSuccess !== null || status !== null;
}

function byEndpoint(sent: readonly Sent[]): [number, Sent[]][] {
	const groups = new Map<number, Sent[]>();
	for (const each of sent) {
		const { webhookId } = each.delivery;
		groups.set(webhookId, [...(groups.get(webhookId) ?? []), each]);
	}
	return [...groups];
}

/** `failures`: after the last success among them. */
type Summary = {
	id: number;
	succeeded: boolean;
	failures: number;
	failingSince: Date | null;
	at: Date;
	status: number | null;
	isGone: boolean;
	pausedUntil: Date | null;
};

function summed([id, some]: [number, Sent[]]): Summary {
	const inOrder = some.toSorted((a, b) => a.at.getTime() - b.at.getTime());
	const lastSuccess = inOrder.findLastIndex(({ outcome }) => outcome.isSuccess);
	const failed = inOrder.slice(lastSuccess + 1).filter(({ outcome }) => outcome.isSuccess === false);
	const last = inOrder.at(-1);
	const pauses = inOrder.flatMap(({ at, outcome }) => (outcome.pauseMs > 0 ? at.getTime() + outcome.pauseMs : []));
	return {
		id,
		succeeded: lastSuccess >= 0,
		failures: failed.length,
		failingSince: failed[0]?.at ?? null,
		at: last?.at ?? new Date(0),
		status: last?.outcome.status ?? null,
		isGone: inOrder.some(({ outcome }) => outcome.isGone),
		pausedUntil: pauses.length > 0 ? new Date(Math.max(...pauses)) : null,
	};
}
