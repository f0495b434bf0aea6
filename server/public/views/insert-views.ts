import type pg from "pg";
import { isBadData, isUniqueViolation } from "#server/platform/db/sql-errors.ts";
import type { CountedView } from "./counted-view.ts";

/** Timeout of a batch, after which its connection is discarded, in milliseconds. */
const INSERT_TIMEOUT_MS = 5_000;

/**
 * Sorted by id, so that batches with the same events can't deadlock. `unnest` of each column here, because in FROM each
 * would be stored before it is read.
 */
const INSERT_ROWS = `INSERT INTO views
	(id, timestamp, user_id, link_id, ip, user_agent, client_width, client_height, attribution, is_bot, kind, visitor, country)
	SELECT unnest($1::uuid[]) AS id, to_timestamp(unnest($2::float8[]) / 1000.0), unnest($3::text[]), unnest($4::int[]),
		unnest($5::text[]), unnest($6::text[]), unnest($7::int[]), unnest($8::int[]), unnest($9::text[]), unnest($10::bool[]),
		unnest($11::text[]), unnest($12::bigint[]), unnest($13::text[])
	ORDER BY id`;

/**
 * Inserts views and counts them in one statement. Locks links in id order ({@link COUNTING_PLAN}), so that batches
 * can't deadlock.
 */
const INSERT_NEW = {
	name: "insert-new-views",
	// PostgreSQL runs the main query first, so links are locked last and briefly.
	text: `WITH counted AS (
		UPDATE links SET views_human = views_human + human, views_bot = views_bot + bot,
			last_seen_at = greatest(last_seen_at, to_timestamp(seen_at / 1000.0))
		FROM unnest($14::int[], $15::int[], $16::int[], $17::float8[]) AS seen (link_id, human, bot, seen_at)
		WHERE links.id = seen.link_id
	) ${INSERT_ROWS}`,
};

/** Adds views by aliases to their days, once the links are locked: two batches then wait in one direction only. */
const aliasDaysOf = (seen: string, locked: string) => `by_alias AS (
		INSERT INTO link_alias_days (day, link_id, slug, views)
		SELECT timestamp AT TIME ZONE 'UTC', link_id, slug, count(*) FROM ${seen}
		WHERE slug IS NOT NULL AND (SELECT count(*) FROM ${locked}) >= 0
		GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
		ON CONFLICT (day, link_id, slug) DO UPDATE SET views = link_alias_days.views + excluded.views
	)`;

/** The same where some came by an alias, which few do: it takes a batch of eight a fifth longer. */
const INSERT_NEW_BY_ALIAS = {
	name: "insert-new-views-by-alias",
	text: `WITH counted AS (
		UPDATE links SET views_human = views_human + human, views_bot = views_bot + bot, views_by_alias = views_by_alias + by_alias,
			last_seen_at = greatest(last_seen_at, to_timestamp(seen_at / 1000.0))
		FROM unnest($14::int[], $15::int[], $16::int[], $17::float8[], $18::int[]) AS seen (link_id, human, bot, seen_at, by_alias)
		WHERE links.id = seen.link_id
		RETURNING links.id
	), seen AS (
		SELECT to_timestamp(at / 1000.0) AS timestamp, link_id, slug
		FROM unnest($2::float8[], $4::int[], $19::text[]) AS event (at, link_id, slug)
	), ${aliasDaysOf("seen", "counted")} ${INSERT_ROWS}`,
};

/** For events that may exist: those insert and count nothing. */
const INSERT_MISSING = {
	name: "insert-missing-views",
	text: `WITH inserted AS (
		${INSERT_ROWS}
		ON CONFLICT DO NOTHING
		RETURNING id, link_id, is_bot, timestamp
	), seen AS (
		SELECT link_id, is_bot, timestamp, slug FROM inserted JOIN unnest($1::uuid[], $14::text[]) AS event (id, slug) USING (id)
	), counted AS (
		SELECT link_id, count(*) FILTER (WHERE NOT is_bot) AS human, count(*) FILTER (WHERE is_bot) AS bot,
			count(slug) AS by_alias, max(timestamp) FILTER (WHERE NOT is_bot) AS seen_at
		FROM seen GROUP BY link_id
	), locked AS (
		SELECT links.id, human, bot, by_alias, seen_at FROM links JOIN counted ON links.id = counted.link_id
		ORDER BY links.id FOR NO KEY UPDATE OF links
	), ${aliasDaysOf("seen", "locked")}
	UPDATE links SET views_human = views_human + human, views_bot = views_bot + bot, views_by_alias = views_by_alias + by_alias,
		last_seen_at = greatest(last_seen_at, seen_at)
	FROM locked WHERE links.id = locked.id`,
};

/**
 * For inserting views: lock links in the given order, with a generic plan, because PostgreSQL would replan each batch.
 */
export const COUNTING_PLAN =
	"-c enable_hashjoin=off -c enable_mergejoin=off -c enable_seqscan=off -c plan_cache_mode=force_generic_plan";

/** Stores views and counts them, each once, however often it is sent. */
export async function insertViews(pool: pg.Pool, views: CountedView[]): Promise<void> {
	const rows = rowsOf(views);
	const hasAliases = views.some(({ alias }) => alias !== undefined);
	try {
		const [byAlias, ...counts] = countsOf(views);
		if (hasAliases) await run(pool, INSERT_NEW_BY_ALIAS, [...rows, ...counts, byAlias, aliasesOf(views)]);
		else await run(pool, INSERT_NEW, [...rows, ...counts]);
	} catch (error) {
		// The constraint belongs to a month's partition.
		if (!isUniqueViolation(error)) throw error;
		await run(pool, INSERT_MISSING, [...rows, aliasesOf(views)]);
	}
}

async function run(pool: pg.Pool, statement: { name: string; text: string }, values: string[]): Promise<void> {
	const { name, text } = statement;
	await pool.query({ name, text, values, query_timeout: INSERT_TIMEOUT_MS } as pg.QueryConfig);
}

/** Like `insertViews`, but bisects a batch refused for its data. @returns the refused rows */
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

function rowsOf(views: CountedView[]): string[] {
	return [
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
		plain(views, (view) => view.kind ?? "NULL"),
		plain(views, (view) => view.visitor ?? "NULL"),
		plain(views, (view) => view.country ?? "NULL"),
	];
}

/** Quoted, because a slug may be `null`. */
function aliasesOf(views: CountedView[]): string {
	return plain(views, ({ alias }) => (alias === undefined ? "NULL" : `"${escaped(alias)}"`));
}

/** Views by alias, and per link people, bots and the latest person's time, by link id. */
function countsOf(views: CountedView[]): [byAlias: string, links: string, ...counts: string[]] {
	const counts = new Map<number, { linkId: number; human: number; bot: number; byAlias: number; seenAt: number }>();
	for (const { linkId, isBot, at, alias } of views) {
		const count = counts.get(linkId) ?? { linkId, human: 0, bot: 0, byAlias: 0, seenAt: 0 };
		if (alias !== undefined) count.byAlias += 1;
		if (isBot) count.bot += 1;
		else {
			count.human += 1;
			count.seenAt = Math.max(count.seenAt, at);
		}
		counts.set(linkId, count);
	}
	const sorted = [...counts.values()].sort((a, b) => a.linkId - b.linkId);
	return [
		plain(sorted, (count) => count.byAlias),
		plain(sorted, (count) => count.linkId),
		plain(sorted, (count) => count.human),
		plain(sorted, (count) => count.bot),
		plain(sorted, (count) => count.seenAt || "NULL"),
	];
}

/** A PostgreSQL array of values without quotes: several times faster than the driver's. */
function plain<Item>(items: Item[], value: (item: Item) => string | number | boolean): string {
	return `{${items.map(value).join(",")}}`;
}

function quoted(views: CountedView[], text: (view: CountedView) => string): string {
	return `{${views.map((view) => `"${escaped(text(view))}"`).join(",")}}`;
}

function escaped(text: string): string {
	return /["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text;
}
