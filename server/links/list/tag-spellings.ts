import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/tx.ts";

/**
 * How an owner has written each tag, by its letters in lower case. Whoever gives one holds the owner's row, so that each
 * has one spelling.
 */
export async function tagSpellings(tx: Pick<Tx, "execute">, userId: string): Promise<Map<string, string>> {
	const { rows } = await tx.execute<{ name: string }>(
		sql`SELECT DISTINCT unnest(tags) AS name FROM links WHERE user_id = ${userId} AND NOT deleted`,
	);
	return new Map(rows.map(({ name }) => [name.toLowerCase(), name]));
}
