import type pg from "pg";

/**
 * Compares what is folded with the rows of `views` that living links have: each link's and each person's day in people,
 * bots, quarters of an hour, and the sum of every breakdown; and each link's sources of all days.
 * @returns a line for each difference; empty where they are equal
 */
export async function foldDifferences(pool: pg.Pool): Promise<string[]> {
	const found: string[] = [];
	for (const [subject, id] of [
		["link", "link_id"],
		["user", "user_id"],
	] as const) {
		const { rows } = await pool.query<{ line: string }>(`
			WITH raw AS (
				SELECT views.${id} AS id, (timestamp AT TIME ZONE 'UTC')::date AS day,
					count(*) FILTER (WHERE NOT is_bot) AS human, count(*) FILTER (WHERE is_bot) AS bot
				FROM views JOIN links ON links.id = views.link_id GROUP BY 1, 2
			), folded AS (
				SELECT ${id} AS id, day, human, bot,
					(SELECT coalesce(sum((q->>1)::int), 0) FROM json_array_elements(quarters) q) AS quarter_human,
					(SELECT coalesce(sum((q->>2)::int), 0) FROM json_array_elements(quarters) q) AS quarter_bot,
					(SELECT json_object_agg(key, (value->>1)::int +
						(SELECT coalesce(sum((v->>1)::int), 0) FROM json_array_elements(value->0) v)) FROM json_each(breakdowns)) AS sums
				FROM ${subject}_days
			)
			SELECT format('%s %s: %s, %s rows; %s', id, day, raw.human, raw.bot, to_json(folded)) AS line
			FROM raw FULL JOIN folded USING (id, day)
			WHERE (raw.human, raw.bot) IS DISTINCT FROM (folded.human, folded.bot)
				OR (quarter_human, quarter_bot) IS DISTINCT FROM (raw.human, raw.bot)
				OR EXISTS (SELECT FROM json_each_text(sums) WHERE value::int <> CASE key WHEN 'platform' THEN raw.bot ELSE raw.human END)`);
		found.push(...rows.map(({ line }) => `${subject} ${line}`));
	}
	found.push(...(await sourceDifferences(pool)));
	return found;
}

/** The people of each link by all that is known of where they came from. */
async function sourceDifferences(pool: pg.Pool): Promise<string[]> {
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
