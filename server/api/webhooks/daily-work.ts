import type pg from "pg";
import type { Logger } from "pino";
import { repeat } from "#server/platform/work/repeat.ts";
import { WEBHOOK_LOG_DAYS } from "#shared/api/webhooks/webhook.ts";
import { DAY_MS, utcDay } from "#shared/platform/days.ts";

/** After midnight, UTC: views of the day are aggregated within seconds, or minutes at worst. */
const AFTER_MIDNIGHT_MS = 15 * 60_000;
const RETRY_MS = 60_000;
const EVENTS_AT_ONCE = 2_000;
const ACCOUNTS_AT_ONCE = 200;
const LINKS = 10;

/** The accounts after `$1` with an endpoint for the statistics of days that it had on day `$2` already. */
const ACCOUNTS = `SELECT DISTINCT user_id AS "userId" FROM webhooks
	WHERE user_id > $1 AND off_reason IS NULL AND 'stats.day' = ANY (events) AND created_at < $2::date + 1
	ORDER BY user_id LIMIT ${ACCOUNTS_AT_ONCE}`;

/** A day without views is an event, too. */
const RAISE = `SELECT raise_webhook_events('stats.day', array_agg(a.id), array_agg(jsonb_build_object('data', jsonb_build_object(
		'day', $2::date, 'people', coalesce(d.human, 0), 'bots', coalesce(d.bot, 0), 'visitors', coalesce(d.visitors, 0),
		'links', coalesce(best.links, '[]')))), array_agg($2::date::text))
	FROM unnest($1::text[]) AS a (id)
		LEFT JOIN user_days d ON d.user_id = a.id AND d.day = $2::date
		LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('id', l.id, 'slug', l.link_slug, 'people', l.human, 'bots', l.bot)
				ORDER BY l.human DESC, l.id) AS links
			FROM (SELECT links.id, links.link_slug, days.human, days.bot FROM links
				JOIN link_days days ON days.link_id = links.id AND days.day = $2::date
				WHERE links.user_id = a.id AND d.user_id IS NOT NULL ORDER BY days.human DESC, links.id LIMIT ${LINKS}) AS l) AS best ON true`;

const DELETE = `DELETE FROM webhook_events WHERE id IN (
	SELECT id FROM webhook_events WHERE created_at < $1 ORDER BY created_at LIMIT ${EVENTS_AT_ONCE})`;

type Options = { pool: pg.Pool; now: () => Date; log: Pick<Logger, "warn"> };

/** Each day, soon after midnight, UTC, and at a start: the event `stats.day`, and the end of the log (P665). */
export function createDailyWork({ pool, now, log }: Options) {
	return repeat({
		async work(stopping) {
			const at = now().getTime();
			const sinceMidnight = at % DAY_MS;
			if (sinceMidnight >= AFTER_MIDNIGHT_MS) await raiseDay(utcDay(at - DAY_MS), stopping);
			await deleteOld(new Date(at - WEBHOOK_LOG_DAYS * DAY_MS), stopping);
			const isBefore = sinceMidnight < AFTER_MIDNIGHT_MS;
			return AFTER_MIDNIGHT_MS - sinceMidnight + (isBefore ? 0 : DAY_MS);
		},
		everyMs: DAY_MS,
		retryMs: RETRY_MS,
		failed: (error) => log.warn({ err: error }, "the daily work on webhooks failed; trying again"),
	});

	/** Any process may do it, also twice: an account gets each day once. */
	async function raiseDay(day: string, stopping: AbortSignal): Promise<void> {
		let after = "";
		while (!stopping.aborted) {
			const { rows } = await pool.query<{ userId: string }>(ACCOUNTS, [after, day]);
			const last = rows.at(-1);
			if (!last) return;
			await pool.query(RAISE, [rows.map(({ userId }) => userId), day]);
			after = last.userId;
		}
	}

	async function deleteOld(before: Date, stopping: AbortSignal): Promise<void> {
		while (!stopping.aborted) {
			const { rowCount } = await pool.query(DELETE, [before]);
			if ((rowCount ?? 0) < EVENTS_AT_ONCE) return;
		}
	}
}
