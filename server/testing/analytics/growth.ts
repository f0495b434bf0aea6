import { parseArgs } from "node:util";
import type pg from "pg";
import { dropOldMonths } from "#server/views/old-months.ts";
import { makePartitions } from "#server/views/view-partitions.ts";
import { forgetOldVisitors } from "#server/views/view-retention.ts";
import { addDays } from "#shared/days.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { calmDatabase, fillLinks, fillViews, hurryDatabase } from "./chart-fill.ts";

const { values: options } = parseArgs({
	options: {
		views: { type: "string", default: "10000000" },
		/** The views are spread over so many days before now. */
		days: { type: "string", default: "365" },
		/** Then the daily deletion runs for so many days, each a day later. */
		more: { type: "string", default: "365" },
		/** Months that are kept at the end. */
		months: { type: "string", default: "3" },
	},
});

/**
 * `npm run growth`: fills the table of views, runs the daily deletion as of today and then day by day for a year, and prints
 * what it reads and rewrites, how large the table is, and how long it takes to drop all but the last months. Ends with code 1
 * where a run that has nothing to delete reads the history.
 */
const [views, days, more] = [Number(options.views), Number(options.days), Number(options.more)];
const rig = await prepareDatabase({ links: 0, views: 0 });
const { pool } = rig;
try {
	await pool.query("INSERT INTO users (id, email, user_slug) VALUES ('growth', 'growth@example.com', 'growth')");
	await hurryDatabase(pool);
	await fillLinks(pool, { userId: "growth", links: 1_000 });
	await fillViews(pool, { userId: "growth", links: 1_000, views, days });
	await calmDatabase(pool);
	// As if they were folded: what folding costs is measured by `npm run charts`.
	await pool.query("UPDATE fold_state SET is_backfilled = true");
	await say("filled");
	const today = new Date().toISOString().slice(0, 10);
	await run("first deletion, of all that is past its time", today);
	const again = await run("again, nothing to delete", today);
	await run("the next day", addDays(today, 1));
	let slowest = 0;
	for (let day = 2; day <= more; day++) slowest = Math.max(slowest, (await forget(addDays(today, day))).ms);
	await say(`a year later, a run a day (the slowest ${Math.round(slowest)} ms)`);
	const lastDay = addDays(today, more);
	const quiet = await run("again, nothing to delete", lastDay);
	await drop(new Date());
	if (Math.max(again.mb, quiet.mb) > 16) process.exitCode = 1;
} finally {
	await rig.stop();
}

type Run = { ms: number; mb: number; rows: number };

async function run(what: string, day: string): Promise<Run> {
	const seen = await forget(day);
	await say(`${what}: ${Math.round(seen.ms)} ms, ${seen.mb.toFixed(1)} MB of pages, ${seen.rows} rows rewritten`);
	return seen;
}

/** One daily run at the end of a day. */
async function forget(day: string): Promise<Run> {
	return withClient(async (client) => {
		const before = await figures(client);
		const begun = performance.now();
		await makePartitions(pool, new Date(`${day}T12:00:00Z`));
		await forgetOldVisitors(client, new Date(`${day}T12:00:00Z`));
		const ms = performance.now() - begun;
		const after = await figures(client);
		return { ms, mb: ((after.pages - before.pages) * 8_192) / 1e6, rows: after.rows - before.rows };
	});
}

async function drop(now: Date): Promise<void> {
	const months = Number(options.months);
	const begun = performance.now();
	const dropped = await withClient((client) => dropOldMonths(client, now, { months }));
	await say(
		`retention of ${months} months: ${dropped.length} months dropped in ${Math.round(performance.now() - begun)} ms`,
	);
}

async function withClient<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
	const client = await pool.connect();
	await client.query("SET statement_timeout = 0; SET lock_timeout = '400ms'");
	return use(client).finally(() => client.release(true));
}

/** Pages of the table and its keys that were asked for, in memory or on the disk, and rows that were written again. */
async function figures(client: pg.ClientBase): Promise<{ pages: number; rows: number }> {
	await client.query("SELECT pg_stat_force_next_flush()");
	const { rows } = await client.query<{ pages: string; rows: string }>(
		`SELECT sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)) AS pages, sum(n_tup_upd) AS rows
		FROM pg_statio_user_tables JOIN pg_stat_user_tables USING (relid)
		WHERE relid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'views'::regclass)`,
	);
	return { pages: Number(rows[0]?.pages), rows: Number(rows[0]?.rows) };
}

async function say(what: string): Promise<void> {
	const { rows } = await pool.query<{ mb: string }>(
		`SELECT round(sum(pg_total_relation_size(inhrelid)) / 1e6) AS mb FROM pg_inherits WHERE inhparent = 'views'::regclass`,
	);
	process.stdout.write(`${what}; the table and its keys: ${rows[0]?.mb ?? 0} MB\n`);
}
