import { readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { indexPartitions, isIndexed } from "#server/analytics/aggregate-mark.ts";
import { openDb } from "#server/platform/db/connect.ts";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { ROOT } from "#server/testing/machine/root.ts";
import { insertViews } from "./insert-views.ts";
import { newViewId } from "./view-id.ts";
import { makePartitions } from "./view-partitions.ts";
import { forgetOldVisitors } from "./view-retention.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
/** What docs/scaling.md tells operators: whether a month is folded, how it is taken out, how it is given back. */
const [IS_AGGREGATED = "", DETACH = "", ATTACH = ""] = readFileSync(path.join(ROOT, "docs/scaling.md"), "utf8")
	.split("```sql\n")
	.slice(1)
	.map((part) => part.slice(0, part.indexOf("```")));

let pool: pg.Pool;
beforeAll(async () => {
	const opened = await openTestPool();
	pool = opened.pool;
	return opened.close;
});

test("a folded month is taken out and given back as the page says: charts and totals stay, and views go on", async () => {
	const user = await insertUser(openDb(pool), "ada");
	const link = await insertLink(openDb(pool), { userId: user.id });
	await makePartitions(pool, new Date("2026-09-01T00:00:00Z"));
	await makePartitions(pool, NOW);
	await indexPartitions(pool);
	const view = (time: string) => {
		const at = Date.parse(time);
		return countedView({ id: newViewId(at), at, linkId: link.id, userId: user.id });
	};
	const aggregate = () => aggregateViews({ pool, now: () => NOW });
	const count = async (sql: string) => Number((await pool.query(`SELECT ${sql} AS n`)).rows[0].n);
	const rows = () => count("(SELECT count(*) FROM views)");
	const aggregated = () => count("(SELECT sum(human) FROM user_days)");
	const total = () => count("(SELECT views_human FROM links)");
	const isAggregated = async () => (await pool.query(IS_AGGREGATED)).rows[0].folded;

	await insertViews(pool, [view("2026-09-01T00:00:00Z"), view("2026-09-30T23:59:59Z"), view("2026-11-22T00:00:00Z")]);
	expect(await isAggregated()).toBe(false);
	await aggregate();
	expect(await isAggregated()).toBe(true);
	await pool.query(DETACH);
	expect([await rows(), await aggregated(), await total()]).toEqual([1, 3, 3]);

	// New ones, and one of that month that a spool had kept.
	await insertViews(pool, [view("2026-11-22T01:00:00Z"), view("2026-09-15T00:00:00Z")]);
	await makePartitions(pool, NOW);
	const client = await pool.connect();
	await forgetOldVisitors(client, NOW).finally(() => client.release());
	expect(await isIndexed(pool)).toBe(true);
	await aggregate();
	expect([await rows(), await aggregated(), await total()]).toEqual([3, 5, 5]);

	await pool.query(ATTACH);
	expect([await rows(), await count("(SELECT count(*) FROM views_2026_09)")]).toEqual([5, 3]);
	await insertViews(pool, [view("2026-09-20T00:00:00Z")]);
	await aggregate();
	expect([await count("(SELECT count(*) FROM views_2026_09)"), await aggregated()]).toEqual([4, 6]);
});
