import type pg from "pg";

type Database = Pick<pg.ClientBase, "query">;

const SUBJECTS = [
	["link", "link_id"],
	["user", "user_id"],
] as const;

/**
 * Compares what is folded with the rows of `views` that living links have: each link's and each person's day in people,
 * bots, quarters of an hour, and the sum of every breakdown; each link's sources of all days; and its months.
 * @returns a line for each difference; empty where they are equal
 */
export async function aggregateDifferences(pool: Database): Promise<string[]> {
	const found: string[] = [];
	for (const [subject, id] of SUBJECTS) {
		const { rows } = await pool.query<{ line: string }>(`
			WITH raw AS (
				SELECT id, day, sum(human) AS human, sum(bot) AS bot,
					jsonb_agg(jsonb_build_array(quarter, human, bot) ORDER BY quarter) AS quarters
				FROM (
					SELECT views.${id} AS id, (timestamp AT TIME ZONE 'UTC')::date AS day,
						floor(extract(epoch FROM timestamp) / 900)::bigint % 96 AS quarter,
						count(*) FILTER (WHERE NOT is_bot) AS human, count(*) FILTER (WHERE is_bot) AS bot
					FROM views JOIN links ON links.id = views.link_id GROUP BY 1, 2, 3
				) AS by_quarter GROUP BY 1, 2
			), folded AS (
				SELECT ${id} AS id, day, human, bot, quarters::jsonb AS quarters,
					(SELECT json_object_agg(key, (value->>1)::int +
						(SELECT coalesce(sum((v->>1)::int), 0) FROM json_array_elements(value->0) v)) FROM json_each(breakdowns)) AS sums
				FROM ${subject}_days
			)
			SELECT format('%s %s: %s, %s rows; %s', id, day, raw.human, raw.bot, to_json(folded)) AS line
			FROM raw FULL JOIN folded USING (id, day)
			WHERE (raw.human, raw.bot) IS DISTINCT FROM (folded.human, folded.bot)
				OR folded.quarters IS DISTINCT FROM raw.quarters
				OR EXISTS (SELECT FROM json_each_text(sums) WHERE value::int <> CASE key WHEN 'platform' THEN raw.bot ELSE raw.human END)`);
		found.push(...rows.map(({ line }) => `${subject} ${line}`));
	}
	found.push(...(await sourceDifferences(pool)), ...(await monthDifferences(pool)));
	return found;
}

/** Months of links against their days (docs/decisions/0055). */
async function monthDifferences(pool: Database): Promise<string[]> {
	const { rows } = await pool.query<{ line: string }>(`
		SELECT format('month %s %s: %s %s', link_id, month, to_json(days), to_json(months)) AS line
		FROM (
			SELECT link_id, date_trunc('month', day)::date AS month, sum(human) AS human, sum(bot) AS bot FROM link_days GROUP BY 1, 2
		) AS days FULL JOIN link_months AS months USING (link_id, month)
		WHERE (days.human, days.bot) IS DISTINCT FROM (months.human::bigint, months.bot::bigint)`);
	return rows.map(({ line }) => line);
}

/**
 * Compares what the rows of `views` say themselves, value by value: sources of people, and the links that they opened, as
 * far as a day's row holds all of its values; and the visitors of the days from `visitorsSince` on.
 * @returns a line for each difference
 */
export async function valueDifferences(pool: Database, visitorsSince: string): Promise<string[]> {
	const found: string[] = [];
	for (const [subject, id] of SUBJECTS) {
		const names = { source: "attribution", ...(subject === "user" && { link: "link_id" }) };
		for (const [dimension, column] of Object.entries(names)) {
			const { rows } = await pool.query<{ line: string }>(`
				WITH raw AS (
					SELECT id, day, jsonb_object_agg(name, n) AS counts FROM (
						SELECT views.${id} AS id, (timestamp AT TIME ZONE 'UTC')::date AS day, left(${column}::text, 100) AS name, count(*) AS n
						FROM views JOIN links ON links.id = views.link_id WHERE NOT is_bot GROUP BY 1, 2, 3
					) AS by_name GROUP BY 1, 2
				), folded AS (
					SELECT ${id} AS id, day, (breakdowns->'${dimension}'->>1)::int AS other,
						(SELECT jsonb_object_agg(v->>0, (v->>1)::int) FROM json_array_elements(breakdowns->'${dimension}'->0) v) AS counts
					FROM ${subject}_days WHERE human > 0
				)
				SELECT format('%s %s: rows %s, folded %s', id, day, raw.counts, folded.counts) AS line
				FROM raw FULL JOIN folded USING (id, day)
				WHERE raw.counts IS DISTINCT FROM folded.counts AND coalesce(other, 0) = 0`);
			found.push(...rows.map(({ line }) => `${dimension} of ${subject} ${line}`));
		}
		const { rows } = await pool.query<{ line: string }>(
			`WITH raw AS (
				SELECT views.${id} AS id, (timestamp AT TIME ZONE 'UTC')::date AS day, count(DISTINCT visitor) AS visitors
				FROM views JOIN links ON links.id = views.link_id GROUP BY 1, 2
			)
			SELECT format('%s %s: rows %s, folded %s', raw.id, day, raw.visitors, folded.visitors) AS line
			FROM raw FULL JOIN (SELECT ${id} AS id, day, visitors FROM ${subject}_days) AS folded USING (id, day)
			WHERE day >= $1 AND raw.visitors IS DISTINCT FROM folded.visitors`,
			[visitorsSince],
		);
		found.push(...rows.map(({ line }) => `visitors of ${subject} ${line}`));
	}
	return found;
}

/** The people of each link by all that is known of where they came from. */
async function sourceDifferences(pool: Database): Promise<string[]> {
	const { rows } = await pool.query<{ line: string }>(`
		WITH raw AS (
			SELECT link_id, count(*) AS people FROM views JOIN links ON links.id = views.link_id WHERE NOT is_bot GROUP BY 1
		), folded AS (
			SELECT link_id, (sources->>1)::int + (SELECT sum((v->>1)::int) FROM json_array_elements(sources->0) v) AS people
			FROM link_sources
		)
		SELECT format('sources of link %s: %s, %s rows', link_id, folded.people, raw.people) AS line
		FROM raw FULL JOIN folded USING (link_id) WHERE raw.people IS DISTINCT FROM folded.people`);
	return rows.map(({ line }) => line);
}
