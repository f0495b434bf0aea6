import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { insertLink } from "#server/testing/app/factories.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { Link } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { insertViews } from "../insert-views.ts";
import { newViewId } from "../view-id.ts";
import { makePartitions } from "../view-partitions.ts";
import { createArchive } from "./archive.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const now = () => NOW;
/** What `makePartitions` makes for the first of them. */
const MONTHS = ["2026-03", "2026-04", "2026-05"];
const SOURCES = ["", "newsletter", 'a "quoted" one', "żółć", "{a,b}", "NULL"];
const app = useTestApp({ now });

/** The daily job, as two processes do it when both have just started. */
async function runDailyJobs(): Promise<void> {
	const env = { DATA_DIR: app.deps.config.dataDir, VIEWS_ARCHIVE_AFTER_MONTHS: "4" };
	const others = await Promise.all([1, 2].map(() => startTestApp({ beside: app, now, env })));
	await until(async () => (await months()).length === MONTHS.length);
	for (const other of others) await other.close();
}

const months = async () => (await app.deps.pool.query("SELECT * FROM view_archives ORDER BY month")).rows;
const inDatabase = async () => (await app.deps.pool.query("SELECT count(*)::int AS n FROM views")).rows[0].n;
const folder = () => path.join(app.deps.config.dataDir, "views-archive");
const files = async () =>
	(await readdir(folder(), { recursive: true })).filter((name) => /^month=2026-03.*\.\w+$/.test(name)).sort();
const manifest = async () => JSON.parse(await readFile(path.join(folder(), "month=2026-03/manifest.json"), "utf8"));

type Exported = { linkId: number; timestamp: string };
/** What an owner sees of their views: the export in a fixed order, totals, and charts. */
async function seenBy(owner: Subscriber) {
	const { views } = (await (await owner.get(API.account.data)).json()) as { views: Exported[] };
	const keys = views.map((view) => JSON.stringify([view.timestamp, view.linkId, view])).sort();
	const [total, chart] = await Promise.all(
		[API.stats.views, `${API.analytics.account}?range=12m&zone=UTC`].map(async (url) => (await owner.get(url)).json()),
	);
	return { views: keys, total, chart };
}

test("P693 to P696: a finished month leaves the database, owners see no difference, and it comes back", async () => {
	const { pool, db } = app.deps;
	const [ada, bob] = [await subscriber(app), await subscriber(app)];
	const links: Link[] = [];
	for (const { user } of [ada, ada, bob, bob]) {
		const createdAt = new Date("2026-02-01T00:00:00Z");
		links.push(await insertLink(db, { userId: user.id, createdAt }));
	}
	await makePartitions(pool, new Date("2026-03-01T00:00:00Z"));
	const viewAt = (at: number, n: number) => {
		const link = links[n % links.length];
		const source = {
			attribution: SOURCES[n % SOURCES.length] ?? "",
			isBot: n % 5 === 0,
			...(n % 5 === 0 && { kind: "preview" }),
		};
		return countedView({ id: newViewId(at), at, linkId: link?.id ?? 0, userId: link?.userId ?? "", ...source });
	};
	const march = Date.UTC(2026, 2, 1);
	const spread = Array.from({ length: 300 }, (_, n) => viewAt(march + Math.floor((n * (31 * DAY_MS - 1)) / 299), n));
	await insertViews(pool, [...spread, viewAt(NOW.getTime() - DAY_MS, 1), viewAt(NOW.getTime() - DAY_MS, 2)]);
	await aggregateViews({ pool, now });
	const before = [await seenBy(ada), await seenBy(bob)];
	expect(before.map(({ views }) => views.length)).toEqual([151, 151]);

	await runDailyJobs();

	expect(await inDatabase()).toBe(2);
	const rows = [{ rows: "300" }, { rows: "0" }, { rows: "0" }];
	expect(await months()).toMatchObject(MONTHS.map((month, n) => ({ month, ...rows[n], restored_at: null })));
	const made = await manifest();
	expect(made).toMatchObject({ format: 1, month: "2026-03", rows: 300, buckets: 1 });
	expect(await files()).toEqual([
		...made.files.map(({ file }: { file: string }) => `month=2026-03/${file}`),
		"month=2026-03/manifest.json",
	]);
	expect([await seenBy(ada), await seenBy(bob)]).toEqual(before);

	// One that a spool kept, and one of an owner who leaves.
	await insertViews(pool, [viewAt(march, 2)]);
	await aggregateViews({ pool, now });
	expect((await ada.delete(API.account.all, { confirm: ada.user.userSlug })).status).toBe(204);
	await until(async () => (await manifest()).rows === 150);
	const withLate = await seenBy(bob);
	expect(withLate.views).toHaveLength(152);

	const { databaseUrl, config } = app.deps;
	const place = { databaseUrl, dataDir: config.dataDir, s3: null, afterMonths: 4, retentionMonths: 13 };
	const archive = createArchive({ ...place, rowsPerFile: 1 });
	expect(await archive.restore("2026-03")).toBe(150);
	expect(await files()).toEqual([]);
	expect(await inDatabase()).toBe(152);
	await aggregateViews({ pool, now });
	expect(await seenBy(bob)).toEqual(withLate);
	expect(await archive.run(NOW)).toEqual({ archived: [], forgotten: [] });

	// Released, it is archived again, now in buckets of owners; past its retention it is deleted.
	await pool.query("DELETE FROM view_archives WHERE restored_at IS NOT NULL");
	expect(await archive.run(NOW)).toEqual({ archived: ["2026-03"], forgotten: [] });
	expect((await manifest()).buckets).toBe(8);
	expect(await seenBy(bob)).toEqual(withLate);
	expect(await archive.run(new Date("2027-05-02T00:00:00Z"))).toEqual({ archived: [], forgotten: ["2026-03"] });
	expect(await files()).toEqual([]);
	await expect(archive.restore("2026-03")).rejects.toThrow("2026-03 isn't archived");
});
