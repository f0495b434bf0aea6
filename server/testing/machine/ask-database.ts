import pg from "pg";

/** Runs one statement on a connection of its own. @returns its rows */
export async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	return client
		.query(sql)
		.then(({ rows }) => rows)
		.finally(() => client.end());
}
