import { parseArgs } from "node:util";
import type pg from "pg";
import { createCharts } from "#server/analytics/charts.ts";
import { addDays } from "#server/analytics/clock.ts";
import { createFolder } from "#server/analytics/folder.ts";
import { openDb } from "#server/db/connect.ts";
import { openIpCountry } from "#server/onboarding/ip-country.ts";
import { createLog } from "#server/operator/log.ts";
import { RANGES } from "#shared/analytics/chart.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { chartDifferences, randomFrom, ZONES } from "./chart-truth.ts";
import { foldDifferences } from "./fold-truth.ts";

const { values: options } = parseArgs({
	options: {
		views: { type: "string", default: "10000000" },
		links: { type: "string", default: "100000" },
		/** Random ranges whose sums are compared with the rows, each in one of forty zones. */
		ranges: { type: "string", default: "1000" },
		/** Charts of each range that are timed. */
		charts: { type: "string", default: "40" },
	},
});

await measure();

/**
 * Fills a database of one account, folds it, compares all folds with their rows, times each chart, and compares sums.
 * Prints every figure; ends with code 1 where a sum is not that of the rows.
 */
async function measure(): Promise<void> {
	const [views, links] = [Number(options.views), Number(options.links)];
	const rig = await prepareDatabase({ links, views: 0 });
	const { pool } = rig;
	const now = () => new Date();
	try {
		await fill(pool, views, links);
		const countryOf = await openIpCountry(null);
		const log = createLog({ logLevel: "silent" });
		const folder = createFolder({ pool, countryOf, recorded: () => 0, now, log });
		const begun = performance.now();
		while ((await folder.foldSlice()).isMore);
		const seconds = (performance.now() - begun) / 1_000;
		say("folded", `${Math.round(views / seconds)} rows a second, without resting`);
		for (const table of ["link_days", "user_days"]) {
			const { rows } = await pool.query(
				`SELECT count(*) AS n, pg_size_pretty(pg_total_relation_size('${table}')) AS size FROM ${table}`,
			);
			say(table, `${rows[0].n} rows, ${rows[0].size}`);
		}
		const wrong = await foldDifferences(pool);
		say("days that differ from their rows", String(wrong.length));

		const charts = createCharts({ db: openDb(pool), pool, now });
		for (const range of Object.keys(RANGES) as (keyof typeof RANGES)[]) {
			for (const subject of [{ user: "bench" }, { link: 1 }]) {
				const times: number[] = [];
				while (times.length < Number(options.charts)) {
					const at = performance.now();
					await charts.chart(subject, { range, zone: "Asia/Kathmandu", only: null, values: 50 }, "enterprise");
					times.push(performance.now() - at);
				}
				times.sort((a, b) => a - b);
				const [p50 = 0, p95 = 0] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)]);
				say(
					`${range} of ${"link" in subject ? "a link" : "the account"}`,
					`p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
				);
			}
		}

		const random = randomFrom(1);
		const today = now().toISOString().slice(0, 10);
		for (let n = 0; n < Number(options.ranges); n++) {
			const to = addDays(today, -1 - random(60));
			const range = { from: addDays(to, -random(30)), to };
			const subject = random(2) ? { link: 1 + random(links) } : { user: "bench" };
			const zone = ZONES[n % ZONES.length] ?? "UTC";
			wrong.push(...(await chartDifferences({ charts, pool }, subject, { range, zone, only: null, values: 50 })));
		}
		say("sums compared", `${options.ranges} ranges, ${wrong.length} differences`);
		for (const line of wrong.slice(0, 10)) say("difference", line);
		process.exitCode = wrong.length > 0 ? 1 : 0;
	} finally {
		await rig.stop();
	}
}

/** Views of the last 90 days, a few links with most of them, as rows from before they were folded. */
async function fill(pool: pg.Pool, views: number, links: number): Promise<void> {
	await pool.query("ALTER TABLE views ALTER COLUMN tx DROP DEFAULT");
	await pool.query({
		text: `INSERT INTO views (id, timestamp, user_id, link_id, ip, user_agent, attribution, is_bot, kind)
		SELECT (left(hex, 8) || '-' || right(hex, 4) || '-7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3)
				|| '-' || substr(md5(n::text), 7, 12))::uuid,
			to_timestamp(ms / 1000.0), 'bench', 1 + floor($2 * power(random(), 3))::int,
			(2 + n % 200) || '.' || n % 250 || '.7.0',
			'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/' || 100 + n % 45 || '.0.0.0 Safari/537.36',
			(ARRAY['', 'instagram', 'x', 'letter', 'example.com'])[1 + n % 5], n % 4 = 0, 'human'
		FROM (SELECT n, floor(extract(epoch FROM now()) * 1000 - random() * 90 * 86400000.0)::bigint AS ms
			FROM generate_series(1, $1) AS n) AS made, lpad(to_hex(ms), 12, '0') AS hex`,
		values: [views, links],
	});
	await pool.query("ANALYZE");
}

function say(what: string, figure: string): void {
	process.stdout.write(`${what}: ${figure}\n`);
}
