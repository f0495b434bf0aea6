import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { insertUser } from "#server/testing/app/factories.ts";
import { startTestApp } from "#server/testing/app/test-app.ts";
import { rounds, say, TORTURE_TIMEOUT_MS } from "#server/testing/app/torture.ts";
import { createHealthChecker } from "./health-checker.ts";
import { createHealthPlanner } from "./health-planner.ts";

const LINKS = rounds({ long: 1_000_000, short: 30_000 });
const NOW = new Date("2026-11-27T23:00:00Z");
const app = duringTests("app", async () => startTestApp());
/** Has the server send the plan of every statement as a notice. */
const EXPLAINED = [
	"session_preload_libraries=auto_explain",
	...["log_min_duration=0", "log_analyze=on", "log_level=notice"].map((setting) => `auto_explain.${setting}`),
]
	.map((setting) => `-c ${setting}`)
	.join(" ");
const plans: string[] = [];
let pool: pg.Pool;

beforeAll(async () => {
	const { id } = await insertUser(app.deps.db);
	// Half of the links are opened, each to an own page; a tenth share one that is gone.
	await app.deps.pool.query(
		`INSERT INTO links (user_id, link_slug, target_url, title, description, last_seen_at)
			SELECT $1, n, CASE WHEN n % 10 = 0 THEN 'http://gone.example/' ELSE 'http://h' || n || '.example/' END, 'T', 'D',
				CASE WHEN n % 2 = 0 THEN $2::timestamptz END FROM generate_series(1, $3) AS n`,
		[id, NOW, LINKS],
	);
	await app.deps.pool.query(
		`INSERT INTO target_health (target, url, host, asked_for, due_at)
			SELECT 'filler' || n, 'http://f' || n || '.example/', 'f' || n || '.example', $1, $2::timestamptz + n * interval '1 second'
			FROM generate_series(1, $3) AS n`,
		[id, NOW, LINKS / 2],
	);
	await app.deps.pool.query(
		"INSERT INTO link_health (link_id, target) SELECT id, 'filler' || row_number() OVER () FROM links WHERE link_slug::int % 2 = 1",
	);
	await app.deps.pool.query("ANALYZE links, target_health, link_health");
	pool = new pg.Pool({ connectionString: app.deps.databaseUrl, max: 1, options: EXPLAINED });
	pool.on("connect", (client) => void client.on("notice", ({ message = "" }) => void plans.push(message)));
}, TORTURE_TIMEOUT_MS);
afterAll(() => pool.end());

test(
	`with ${LINKS} links, no statement of the checks reads a whole table (P681, P682)`,
	async () => {
		const options = { db: openDb(pool), now: () => NOW };
		const planner = createHealthPlanner(options);
		const gone: number[] = [];
		const checker = createHealthChecker({
			...options,
			prober: { probe: async () => ({ status: 404, next: null }) },
			onTargetGone: async (_tx, links) => void gone.push(links.length),
		});
		for (let page = 0; page < 20; page += 1) await planner.planPage();
		await checker.checkDue(new AbortController().signal);
		const whole = plans.filter((plan) => /Seq Scan on (?:links|target_health|link_health|link_days)/.test(plan));
		expect(whole).toEqual([]);
		const slowest = plans
			.map((plan) => ({ plan, ms: Number(/^duration: ([\d.]+) ms/.exec(plan)?.[1]) }))
			.sort((a, b) => b.ms - a.ms);
		expect(slowest.length).toBeGreaterThan(40);
		for (const { plan, ms } of slowest.slice(0, 3)) say(`${ms} ms: ${plan.slice(0, 300)}`);
	},
	TORTURE_TIMEOUT_MS,
);
