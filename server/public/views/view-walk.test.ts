import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { until } from "#server/testing/app/until.ts";
import { erasedLinks } from "#shared/links/erased-links.table.ts";
import type { CountedView } from "./counted-view.ts";
import { insertViews } from "./insert-views.ts";
import { createViewErasure } from "./view-erasure.ts";
import { newViewId } from "./view-id.ts";
import { createViewSizes } from "./view-sizes.ts";
import { createViewWalk } from "./view-walk.ts";

const SINCE = Date.parse("2026-03-05T12:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let pool: pg.Pool;
let linkIds: number[];
beforeAll(async () => {
	const opened = await openTestPool();
	pool = opened.pool;
	const db = openDb(pool);
	const user = await insertUser(db, "ada");
	linkIds = [];
	for (let n = 0; n < 3; n++) linkIds.push((await insertLink(db, { userId: user.id })).id);
	return opened.close;
});

/** A view of the n-th link, so many milliseconds after `SINCE`. */
const viewAt = (link: number, afterMs: number, change: Partial<CountedView> = {}) =>
	countedView({ id: newViewId(SINCE + afterMs), at: SINCE + afterMs, linkId: linkIds[link] ?? 0, ...change });

async function empty(): Promise<void> {
	await pool.query("TRUNCATE views");
}

test("texts with quotes, backslashes, braces and nothing in them are kept as they are", async () => {
	await empty();
	const texts = ['"', "\\", '\\"', "{a,b}", "NULL", "", "a\nb", "é𝒜"];
	const views = texts.map((text, n) => viewAt(0, n, { userAgent: text, attribution: text, ip: n % 2 ? null : "::1" }));
	await insertViews(pool, views);
	const { rows } = await pool.query(`SELECT id, extract(epoch FROM timestamp) * 1000 AS at, user_id AS "userId",
		link_id AS "linkId", ip, user_agent AS "userAgent", client_width AS "clientWidth", client_height AS "clientHeight",
		attribution, is_bot AS "isBot", kind, visitor FROM views ORDER BY id`);
	expect(rows.map((row) => ({ ...row, at: Number(row.at) }))).toEqual(views);
});

test("a walk reads the views of its links in the order of time, page by page, and no others", async () => {
	await empty();
	const wanted = [
		viewAt(0, -HOUR_MS),
		viewAt(0, 0, { attribution: "newsletter" }),
		viewAt(1, 1, { isBot: true }),
		viewAt(0, 5_000),
		viewAt(1, 6_000),
	];
	const others = [viewAt(0, -HOUR_MS - 1), ...[2, 3, 4, 5].map((ms) => viewAt(2, ms)), viewAt(0, 6_001)];
	await insertViews(pool, [...wanted, ...others]);
	const asked = { linkIds: linkIds.slice(0, 2), since: new Date(SINCE), until: new Date(SINCE + 6_000) };
	for (const [rowsAtOnce, pages] of [
		[1, 9],
		[2, 5],
		[9, 1],
		[undefined, 1],
	] as const) {
		const walked = [];
		for await (const page of createViewWalk({ pool, ...(rowsAtOnce && { rowsAtOnce }) })(asked)) walked.push(page);
		expect(walked).toHaveLength(pages);
		expect(walked.flat()).toMatchObject(
			wanted.map(({ id, linkId, isBot, attribution, at }) => ({
				id,
				linkId,
				isBot,
				attribution,
				timestamp: new Date(at),
			})),
		);
	}
});

test("the views of erased links go, with what a spool brings later; after a week nothing more is awaited", async () => {
	await empty();
	const [erased = 0, old = 0] = linkIds;
	const db = openDb(pool);
	let now = SINCE + 8 * DAY_MS;
	await db.insert(erasedLinks).values([
		{ linkId: erased, createdAt: new Date(SINCE), erasedAt: new Date(now) },
		{ linkId: old, createdAt: new Date(SINCE + DAY_MS), erasedAt: new Date(now - 7 * DAY_MS - 1) },
	]);
	await insertViews(pool, [viewAt(0, 0), viewAt(0, 7 * DAY_MS), viewAt(1, DAY_MS), viewAt(2, 0), viewAt(2, DAY_MS)]);
	const walkViews = createViewWalk({ pool, rowsAtOnce: 2 });
	const log = createLog({ logLevel: "silent" });
	const erasure = createViewErasure({
		db,
		pool,
		walkViews,
		archive: { erase: async () => {} },
		eraseDays: async () => {},
		now: () => new Date(now),
		log,
	});
	const left = async () => (await pool.query("SELECT DISTINCT link_id FROM views")).rows.map((row) => row.link_id);
	const awaited = async () => (await db.select().from(erasedLinks)).map(({ linkId }) => linkId);

	erasure.start();
	await until(async () => (await awaited()).length === 1);
	expect(await left()).toEqual([linkIds[2]]);
	expect(await awaited()).toEqual([erased]);

	await insertViews(pool, [viewAt(0, 1_000)]);
	now += 7 * DAY_MS;
	erasure.wake();
	await until(async () => (await left()).length === 1);
	await erasure.stop();
	expect(await awaited()).toEqual([erased]);

	now += 1;
	erasure.start();
	await until(async () => (await awaited()).length === 0);
	await erasure.stop();
	expect(await pool.query("SELECT count(*)::int AS count FROM views").then(({ rows }) => rows[0].count)).toBe(2);
});

test("a window's size is kept once, for its view alone", async () => {
	await empty();
	const [view, other] = [viewAt(0, 0), viewAt(0, 0)];
	await insertViews(pool, [view, other]);
	const sizes = createViewSizes({ pool, now: () => new Date(SINCE) });
	await sizes.report(view.id, { width: 390, height: 844 });
	await sizes.report(view.id, { width: 1, height: 1 });
	const { rows } = await pool.query("SELECT client_width AS w, client_height AS h FROM views ORDER BY id = $1", [
		view.id,
	]);
	expect(rows).toEqual([
		{ w: 0, h: 0 },
		{ w: 390, h: 844 },
	]);
});
