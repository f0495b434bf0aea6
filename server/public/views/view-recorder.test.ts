import { expect, test } from "vitest";
import { openPublicPool } from "#server/platform/db/connect.ts";
import { until } from "#server/testing/app/test-app.ts";
import { useRecorder } from "#server/testing/app/use-recorder.ts";
import type { CountedView } from "./counted-view.ts";
import { COUNTING_PLAN, insertViews } from "./insert-views.ts";

const { rig, log, view, recorder, manyViews, rowCount, counted } = useRecorder();

test("a view is committed with its counter when its promise settles", async () => {
	const views = recorder();
	await Promise.all(manyViews(300).map(views.record));
	expect(await counted()).toBe(300);
	expect(views.counts).toMatchObject({ recorded: 300, committed: 300, spooled: 0 });
	await views.close();
});

test("a link knows when the last person came, in whatever order they are written, and no bot counts", async () => {
	const noon = Date.UTC(2026, 10, 22, 12);
	const seen = async () =>
		(await rig.direct.query("SELECT last_seen_at FROM links ORDER BY id LIMIT 2")).rows.map(
			({ last_seen_at: at }) => at,
		);
	const minute = (n: number, change: Partial<CountedView> = {}) => view({ at: noon + n * 60_000, ...change });
	const onlyBots = { linkId: rig.linkIds[1] ?? 0, isBot: true };
	await insertViews(rig.direct, [minute(2), minute(3), minute(1), minute(9, { isBot: true }), minute(5, onlyBots)]);
	expect(await seen()).toEqual([new Date(noon + 3 * 60_000), null]);
	await insertViews(rig.direct, [minute(1)]);
	expect(await seen()).toEqual([new Date(noon + 3 * 60_000), null]);
});

test("the same event counts once, however often it is sent", async () => {
	const views = manyViews(50);
	await Promise.all([
		insertViews(rig.direct, views),
		insertViews(rig.direct, [...views].reverse()),
		insertViews(rig.direct, views),
	]);
	await insertViews(rig.direct, views);
	expect(await counted()).toBe(50);
});

test("a counter beyond 2^31 goes on counting (B12)", async () => {
	const before = 2 ** 31 - 1;
	await rig.direct.query("UPDATE links SET views_human = $1", [before]);
	await insertViews(rig.direct, [view(), view()]);
	const { rows } = await rig.direct.query("SELECT views_human AS human FROM links WHERE id = $1", [rig.linkIds[0]]);
	expect(Number(rows[0].human)).toBe(before + 2);
});

test("PostgreSQL plans once, not for each batch", async () => {
	const counting = openPublicPool({ url: rig.database.url, max: 1, log, settings: COUNTING_PLAN });
	for (let batch = 0; batch < 8; batch += 1) await insertViews(counting, manyViews(1 + batch));
	const { rows } = await counting.query("SELECT custom_plans AS planned FROM pg_prepared_statements");
	await counting.end();
	expect(rows).toEqual([{ planned: "0" }]);
});

test("one bad row does not take the others with it", async () => {
	const views = recorder();
	await Promise.all([...manyViews(20), view({ userAgent: "NUL\0" }), ...manyViews(20)].map(views.record));
	expect(await counted()).toBe(40);
	expect(views.counts).toMatchObject({ refused: 1, spooled: 0 });
	await views.close();
});

test("a process that dies while the rig.database is away leaves its views to the next one", async () => {
	const first = recorder();
	rig.proxy.cut();
	await Promise.all(manyViews(30).map(first.record));
	await first.close();
	expect(await rowCount()).toBe(0);
	rig.proxy.restore();
	const next = recorder();
	await until(async () => (await rowCount()) === 30);
	expect(await counted()).toBe(30);
	await next.close();
});
