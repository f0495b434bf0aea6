import type pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { aggregateDifferences } from "#server/testing/analytics/aggregate-truth.ts";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { VALUES_A_DAY } from "#shared/analytics/breakdowns.ts";
import { LINKS_WITH_CANDIDATES } from "./candidates-budget.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const DAY_MS = 24 * 3_600_000;
const MORE = 3;
const PATIENCE_MS = 120_000;

let pool: pg.Pool;
let links: number[];
beforeEach(async () => {
	const database = await openTestPool();
	pool = database.pool;
	const user = await insertUser(openDb(pool), "ada");
	links = [];
	for (let n = 0; n < LINKS_WITH_CANDIDATES + MORE; n++)
		links.push((await insertLink(openDb(pool), { userId: user.id })).id);
	return database.close;
});

const now = () => NOW;
const views = (linkId: number, sources: string[], at = NOW.getTime()) =>
	sources.map((attribution) => countedView({ id: newViewId(at), at, linkId, attribution }));
const junk = (from: number, count: number) => Array.from({ length: count }, (_, n) => `junk-${from + n}`);

async function withCandidates(): Promise<number[]> {
	const { rows } = await pool.query("SELECT DISTINCT link_id AS id FROM link_candidates ORDER BY 1");
	return rows.map(({ id }) => id);
}

async function aggregate(some: ReturnType<typeof views>): Promise<void> {
	await insertViews(pool, some);
	await aggregateViews({ pool, now });
}

test(
	"an account's first links of a day have candidates, others count no more than they show; all sums are exact (P276)",
	async () => {
		const [last = 0] = links.slice(-1);
		for (const link of links) await aggregate(views(link, [...junk(0, VALUES_A_DAY + 10), "real", "real", "real"]));
		expect(await withCandidates()).toEqual(links.slice(0, LINKS_WITH_CANDIDATES));
		await aggregate(links.flatMap((link) => views(link, [...junk(1_000, 20), "real"])));
		expect(await withCandidates()).toEqual(links.slice(0, LINKS_WITH_CANDIDATES));
		expect(await aggregateDifferences(pool)).toEqual([]);

		const { rows } = await pool.query("SELECT breakdowns->'source' AS source FROM link_days WHERE link_id = $1", [
			last,
		]);
		const [shown] = rows[0].source;
		expect(shown).toHaveLength(VALUES_A_DAY);
		expect(shown[0]).toEqual(["real", 4]);
		// What has come since may be short by as much as the least shown value had.
		for (const [value, count, missed = 0] of shown)
			expect([count, missed <= 2], value).toEqual([value === "real" ? 4 : 1, true]);
		const { rows: ofAccount } = await pool.query("SELECT dimension FROM user_candidates");
		expect(ofAccount).toEqual([{ dimension: "source" }]);
	},
	PATIENCE_MS,
);

test(
	"of links that need candidates at once, the most viewed get them; another day and another account have their own",
	async () => {
		const popular = links.slice(MORE);
		await insertViews(
			pool,
			popular.flatMap((link) => views(link, junk(0, VALUES_A_DAY))),
		);
		await insertViews(
			pool,
			links.slice(0, MORE).flatMap((link) => views(link, junk(0, VALUES_A_DAY - 10))),
		);
		await aggregateViews({ pool, now });
		expect(await withCandidates()).toEqual([]);
		await insertViews(
			pool,
			links.flatMap((link) => views(link, junk(1_000, 11))),
		);
		await aggregateViews({ pool, now });
		expect(await withCandidates()).toEqual(popular);

		const [first = 0] = links;
		await aggregate(views(first, junk(0, VALUES_A_DAY + 1), NOW.getTime() - DAY_MS));
		const other = await insertUser(openDb(pool), "bea");
		const { id } = await insertLink(openDb(pool), { userId: other.id });
		await aggregate(views(id, junk(0, VALUES_A_DAY + 1)).map((view) => ({ ...view, userId: other.id })));
		expect(await withCandidates()).toEqual([...new Set([...popular, first, id])].sort((a, b) => a - b));
		expect(await aggregateDifferences(pool)).toEqual([]);
	},
	PATIENCE_MS,
);
