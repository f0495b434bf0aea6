import os from "node:os";
import { parseArgs } from "node:util";
import type pg from "pg";
import { agentReader } from "#server/analytics/agents.ts";
import { createAggregator } from "#server/analytics/aggregator.ts";
import { createScannerBursts } from "#server/analytics/scanner-bursts.ts";
import { openIpCountry } from "#server/billing/onboarding/ip-country.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { addDays } from "#shared/platform/days.ts";
import { cpuSecondsOf, cpuSecondsOfChildren, postmasterOf } from "../machine/cpu-time.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { aggregateDifferences } from "./aggregate-truth.ts";
import { type ChartAccount, openChartAccount } from "./chart-account.ts";
import { calmDatabase, fillAggregates, fillLinks, fillViews, hurryDatabase } from "./chart-fill.ts";
import { timeCharts } from "./chart-times.ts";
import { chartDifferences, countQuarters, countRows, randomFrom, ZONES } from "./chart-truth.ts";

const { values: options } = parseArgs({
	options: {
		views: { type: "string", default: "10000000" },
		links: { type: "string", default: "100000" },
		/** The views are spread over so many days before now; quarters of an hour older than 13 months are forgotten. */
		days: { type: "string", default: "90" },
		/** Fills folded days as of so many views in a year, and no views; then nothing can be compared. */
		aggregates: { type: "string" },
		/** Random ranges whose panels are compared with the rows, each in so many zones. */
		ranges: { type: "string", default: "1000" },
		zones: { type: "string", default: "40" },
		/** Charts of each kind that are timed. */
		charts: { type: "string", default: "40" },
	},
});
const YEAR = 365;

await measure();

/**
 * `npm run night -- charts`: fills a database of one account, folds it, compares all folds with their rows, times each chart at
 * the API of the built service, and compares random ranges, asked for there, in up to forty zones, with plain SQL over the
 * rows. Prints every figure; ends with code 1 where a sum is not that of the rows or a chart's p95 is over its limit.
 */
async function measure(): Promise<void> {
	const [views, links, days] = [Number(options.views), Number(options.links), Number(options.days)];
	const rig = await prepareDatabase({ links: 0, views: 0 });
	const { pool } = rig;
	const account = await openChartAccount(rig).catch(async (error: unknown) => {
		await rig.stop();
		throw error;
	});
	const { userId } = account;
	let wrong: string[] = [];
	try {
		await account.stop();
		await hurryDatabase(pool);
		await fillLinks(pool, { userId, links });
		const countryOf = await openIpCountry(null);
		if (options.aggregates) {
			const readers = { agentOf: agentReader(), countryOf, bursts: createScannerBursts() };
			await timed("filled", () =>
				fillAggregates(pool, { userId, links, views: Number(options.aggregates), days: YEAR }, readers),
			);
		} else {
			await timed("filled", () => fillViews(pool, { userId, links, views, days }));
			await sizeOf(pool, "views");
			await calmDatabase(pool);
			await aggregate(pool, countryOf);
			wrong = await timed("folds compared with the rows", () => aggregateDifferences(pool));
			say("days that differ from their rows", String(wrong.length));
		}
		await calmDatabase(pool);
		for (const table of ["link_days", "link_months", "user_days"]) await sizeOf(pool, table);
		await account.start();
		await timeCharts({ account, pool, links, times: Number(options.charts), say });
		if (!options.aggregates) wrong.push(...(await compareRanges(account, pool, { links, days })));
	} finally {
		await account.stop();
		await rig.stop();
	}
	for (const line of wrong.slice(0, 10)) say("difference", line);
	if (wrong.length > 0) process.exitCode = 1;
}

async function aggregate(pool: pg.Pool, countryOf: (address: string) => string | null): Promise<void> {
	const log = createLog({ logLevel: "silent" });
	const aggregator = createAggregator({ pool, countryOf, recorded: () => 0, now: () => new Date(), log });
	const postmaster = await postmasterOf(pool);
	const cpu = process.cpuUsage();
	const itsCpu = () => cpuSecondsOf(postmaster) + cpuSecondsOfChildren(postmaster);
	const itsBefore = itsCpu();
	const begun = performance.now();
	let rows = 0;
	for (let isMore = true; isMore; ) {
		const slice = await aggregator.aggregateSlice();
		isMore = slice.isMore;
		rows += slice.rows;
		if (Math.floor(rows / 1e6) > Math.floor((rows - slice.rows) / 1e6)) say("  folded so far", String(rows));
	}
	const seconds = (performance.now() - begun) / 1_000;
	const { user, system } = process.cpuUsage(cpu);
	const [own, its] = [user + system, (itsCpu() - itsBefore) * 1e6];
	say("folded", `${rows} rows, ${Math.round(rows / seconds)} a second, without resting`);
	say("a row's CPU time", `${(own / rows).toFixed(0)} µs, the database's ${(its / rows).toFixed(0)} µs`);
}

async function compareRanges(
	account: ChartAccount,
	pool: pg.Pool,
	{ links, days }: { links: number; days: number },
): Promise<string[]> {
	await timed("rows counted", () => countQuarters(pool));
	const random = randomFrom(1);
	const today = new Date().toISOString().slice(0, 10);
	const zones = Number(options.zones);
	const wrong: string[] = [];
	await timed("compared", async () => {
		for (let n = 0; n < Number(options.ranges); n++) {
			const to = addDays(today, -1 - random(Math.min(days, 300)));
			const range = { from: addDays(to, -random(Math.min(days, 60))), to };
			const subject = random(2) ? { link: 1 + random(Math.min(links, 1_000)) } : { user: account.userId };
			const some = Array.from({ length: zones }, (_, z) => ZONES[(n * zones + z) % ZONES.length] ?? "UTC");
			const charts = await Promise.all(some.map((zone) => account.chart(subject, { range, zone, only: null })));
			const [first] = charts;
			const truth = first && (await countRows(pool, subject, first, some));
			for (const chart of charts) wrong.push(...(truth ? chartDifferences(chart, truth) : []));
			if ((n + 1) % 50 === 0) say("  ranges compared so far", `${n + 1}, ${wrong.length} differences`);
		}
	});
	say("sums compared", `${options.ranges} ranges in ${zones} zones each, ${wrong.length} differences`);
	return wrong;
}

async function sizeOf(pool: pg.Pool, table: string): Promise<void> {
	const { rows } = await pool.query<{ n: string; heap: string; keys: string }>(
		`SELECT (SELECT count(*) FROM ${table}) AS n, pg_size_pretty(sum(pg_table_size(relid))) AS heap,
			pg_size_pretty(sum(pg_indexes_size(relid))) AS keys
		FROM (SELECT '${table}'::regclass UNION SELECT relid FROM pg_partition_tree('${table}')) AS parts (relid)`,
	);
	say(table, `${rows[0]?.n} rows, ${rows[0]?.heap}, indexes ${rows[0]?.keys}`);
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
	const begun = performance.now();
	const result = await work();
	say(what, `${((performance.now() - begun) / 1_000).toFixed(1)} s`);
	return result;
}

/** With the load of the machine, which others may share. */
function say(what: string, figure: string): void {
	process.stdout.write(`${what}: ${figure} (load ${os.loadavg()[0]?.toFixed(1)})\n`);
}
