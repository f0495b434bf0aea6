import type pg from "pg";
import type { CountedView } from "./counted-view.ts";

/** How long a batch may take before its connection is given up, in milliseconds. */
const INSERT_TIMEOUT_MS = 5_000;

/**
 * One statement, one round trip, one transaction: the rows, and the counters of the links they belong to.
 * An event that is already there inserts nothing and so counts nothing. Rows go in by event id and links are locked
 * by id, so that two batches never wait for each other in a circle.
 */
const INSERT = {
	name: "insert-views",
	text: `WITH inserted AS (
		INSERT INTO views (id, timestamp, user_id, link_id, ip, user_agent, client_width, client_height, attribution, is_bot)
		SELECT id, to_timestamp(at / 1000.0), user_id, link_id, ip, user_agent, client_width, client_height, attribution, is_bot
		FROM unnest($1::uuid[], $2::float8[], $3::text[], $4::int[], $5::text[], $6::text[], $7::int[], $8::int[], $9::text[], $10::bool[])
			AS event (id, at, user_id, link_id, ip, user_agent, client_width, client_height, attribution, is_bot)
		ORDER BY id
		ON CONFLICT DO NOTHING
		RETURNING link_id, is_bot
	), counted AS (
		SELECT link_id, count(*) FILTER (WHERE NOT is_bot) AS human, count(*) FILTER (WHERE is_bot) AS bot
		FROM inserted GROUP BY link_id
	), locked AS (
		SELECT links.id, human, bot FROM links JOIN counted ON links.id = counted.link_id
		ORDER BY links.id FOR NO KEY UPDATE OF links
	)
	UPDATE links SET views_human = views_human + human, views_bot = views_bot + bot
	FROM locked WHERE links.id = locked.id`,
};

/** Stores views and counts them, each once however often it is sent. */
export async function insertViews(pool: pg.Pool, views: CountedView[]): Promise<void> {
	const values = [
		plain(views, (view) => view.id),
		plain(views, (view) => view.at),
		quoted(views, (view) => view.userId),
		plain(views, (view) => view.linkId),
		plain(views, (view) => view.ip ?? "NULL"),
		quoted(views, (view) => view.userAgent),
		plain(views, (view) => view.clientWidth),
		plain(views, (view) => view.clientHeight),
		quoted(views, (view) => view.attribution),
		plain(views, (view) => view.isBot),
	];
	await pool.query({ ...INSERT, values, query_timeout: INSERT_TIMEOUT_MS } as pg.QueryConfig);
}

/**
 * The same, where one bad row does not take the others with it: a batch that PostgreSQL refuses for its data is
 * halved until the bad row stands alone.
 * @returns the rows that were refused
 */
export async function insertGoodViews(pool: pg.Pool, views: CountedView[]): Promise<CountedView[]> {
	try {
		await insertViews(pool, views);
		return [];
	} catch (error) {
		if (!isBadData(error)) throw error;
		if (views.length === 1) return views;
		const middle = Math.ceil(views.length / 2);
		const refused = await insertGoodViews(pool, views.slice(0, middle));
		return [...refused, ...(await insertGoodViews(pool, views.slice(middle)))];
	}
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation). */
function isBadData(error: unknown): boolean {
	return error instanceof Error && "code" in error && typeof error.code === "string" && /^2[23]...$/.test(error.code);
}

/** An array as PostgreSQL reads it, of values that need no quotes: several times faster than the driver's own. */
function plain(views: CountedView[], value: (view: CountedView) => string | number | boolean): string {
	return `{${views.map(value).join(",")}}`;
}

function quoted(views: CountedView[], text: (view: CountedView) => string): string {
	return `{${views.map((view) => `"${escaped(text(view))}"`).join(",")}}`;
}

function escaped(text: string): string {
	return /["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text;
}
