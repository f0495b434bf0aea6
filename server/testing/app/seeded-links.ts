import type pg from "pg";

/** Inserts an owner with `count` links; answers the links' paths. */
export async function seedLinks(database: Pick<pg.ClientBase, "query">, count: number): Promise<string[]> {
	await database.query("INSERT INTO users (id, email, user_slug) VALUES ('ada', 'ada@example.com', 'ada')");
	const { rows } = await database.query<{ slug: string }>(
		`INSERT INTO links (user_id, link_slug, target_url, title, description)
		SELECT 'ada', 'link' || n, 'https://example.com/' || n, 'Title', 'Description' FROM generate_series(1, $1) AS n
		RETURNING link_slug AS slug`,
		[count],
	);
	return rows.map(({ slug }) => `/go/ada/${slug}`);
}

/** Views of all of an owner's links, and the links whose counters differ from their rows. */
export async function viewsOf(
	database: Pick<pg.ClientBase, "query">,
): Promise<{ total: number; wrongCounters: number }> {
	const { rows } = await database.query<{ counter: string; rows: string }>(
		`SELECT views_human + views_bot AS counter, coalesce(counted.rows, 0) AS rows
		FROM links LEFT JOIN (SELECT link_id, count(*) AS rows FROM views GROUP BY link_id) AS counted ON link_id = links.id`,
	);
	return {
		total: rows.reduce((sum, { counter }) => sum + Number(counter), 0),
		wrongCounters: rows.filter(({ counter, rows: all }) => counter !== all).length,
	};
}
