import type pg from "pg";
import { databaseSentence } from "#server/platform/db/command-trouble.ts";
import { DatabaseClient } from "#server/platform/db/database-client.ts";
import { CommandError } from "../command-error.ts";
import { missingTables } from "./manifest.ts";

/** Its rows must be gone after 48 hours (P140), and a backup lives longer. */
export const NEVER_KEPT = "public.visitor_salts";

/** Rows of each table, as `schema.table`; a partitioned one counts by its partitions. */
export async function countTables(client: pg.Client): Promise<Record<string, number>> {
	const { rows } = await client.query<{ name: string }>(
		`SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind = 'r' AND n.nspname IN ('public', 'drizzle') ORDER BY 1`,
	);
	const counts: Record<string, number> = {};
	for (const { name } of rows.filter((table) => table.name !== NEVER_KEPT)) {
		const { rows: found } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`);
		counts[name] = Number(found[0]?.n);
	}
	return counts;
}

/** @throws CommandError when these are not the tables of Visualink */
export function requireOurTables(counts: Record<string, number>, databaseUrl: string): void {
	const missing = missingTables(counts);
	if (missing.length === 0) return;
	const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
	throw new CommandError(
		`The database "${name}" is not Visualink's: it has no table ${missing.join(", ")}. Name the right one in DATABASE_URL.`,
	);
}

/** @throws CommandError that names each table whose rows differ */
export function compareCounts(wanted: Record<string, number>, found: Record<string, number>): void {
	const wrong = Object.keys({ ...wanted, ...found }).filter((name) => wanted[name] !== found[name]);
	if (wrong.length === 0) return;
	const each = wrong.map(
		(name) => `${name}: ${wanted[name] ?? "no table"} in the backup, ${found[name] ?? "none"} restored`,
	);
	throw new CommandError(`The restored rows are not those of the backup (${each.join("; ")}).`);
}

/**
 * Lends a connection of its own.
 * @throws CommandError in words about the database; other errors of `use` unchanged
 */
export async function withClient<T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new DatabaseClient({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
	// A connection that breaks between two queries fails the next one.
	client.on("error", () => {});
	try {
		await client.connect();
		return await use(client);
	} catch (error) {
		const sentence = error instanceof CommandError ? null : databaseSentence(error, databaseUrl);
		throw sentence === null ? error : new CommandError(sentence, { cause: error });
	} finally {
		await client.end().catch(() => {});
	}
}
