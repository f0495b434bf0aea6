import { beforeAll, expect, test } from "vitest";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import {
	chartDifferences,
	countQuarters,
	countRows,
	randomFrom,
	ZONES,
} from "#server/testing/analytics/chart-truth.ts";
import type { Browser } from "#server/testing/app/browser.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { createLink } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { Chart } from "#shared/analytics/chart.ts";
import { API } from "#shared/platform/api-paths.ts";
import { addDays } from "#shared/platform/days.ts";
import { createCharts } from "./charts.ts";

/** Kathmandu's date is the next one already. */
const NOW = new Date("2026-11-22T20:10:00Z");
const DAY_MS = 24 * 3_600_000;

const app = useTestApp({ now: () => NOW });

let ada: Browser;
let userId: string;
let linkId: number;
beforeAll(async () => {
	ada = await app.signedIn({ plan: "enterprise" });
	const link = await createLink(ada, { title: "=HYPERLINK(1)" });
	linkId = link.id;
	const { pool } = app.deps;
	userId = (await pool.query("SELECT user_id FROM links WHERE id = $1", [linkId])).rows[0].user_id;
	const random = randomFrom(7);
	const views = Array.from({ length: 4_000 }, () => {
		// The last hours, both changes of the clocks, and any time of the year.
		const nears = [NOW.getTime(), Date.parse("2026-10-25T01:00Z"), Date.parse("2026-03-29T01:00Z")];
		const near = nears[random(6)];
		const at = near === undefined ? NOW.getTime() - random(400 * DAY_MS) : near - random(2 * DAY_MS);
		const attribution = ["", "instagram", "=1+1", "+x"][random(4)] ?? "";
		return countedView({ id: newViewId(at), at, userId, linkId, isBot: random(3) === 0, attribution });
	});
	await insertViews(pool, views);
	await aggregateViews({ pool, now: () => NOW });
	await countQuarters(pool);
});

const chart = async (path: string, browser = ada) => {
	const answer = await browser.get(path);
	return { status: answer.status, body: (await answer.json()) as Chart & { message: string; kind: string } };
};

test("in every zone and range each bar and each break-down is what plain SQL counts", async () => {
	const random = randomFrom(22);
	const { db, pool, log } = app.deps;
	const charts = createCharts({ db, pool, linksOrigin: app.origin, now: () => NOW, log });
	for (const zone of ZONES) {
		const to = addDays("2026-11-21", -random(200));
		const range = { from: addDays(to, -random(160)), to };
		const subject = random(2) ? { link: linkId } : { user: userId };
		const chart = await charts.chart(subject, { range, zone, only: null, values: 3 }, "enterprise");
		expect(chartDifferences(chart, await countRows(pool, subject, chart, [zone]))).toEqual([]);
	}
	// The days on which clocks change, by the hour.
	for (const [zone, day] of [
		["Europe/Lisbon", "2026-10-25"],
		["Europe/Lisbon", "2026-03-29"],
		["Asia/Kathmandu", "2026-11-21"],
	]) {
		const asked = { range: { from: day ?? "", to: day ?? "" }, zone: zone ?? "", only: null, values: 9 };
		const { points } = await charts.chart({ link: linkId }, asked, "pro");
		expect(points).toHaveLength({ "2026-10-25": 25, "2026-03-29": 23 }[day ?? ""] ?? 24);
	}
});

test("what the last 24 hours, days and months show, and how it compares with the time before", async () => {
	const { body } = await chart(`${API.analytics.linkChart(linkId)}?range=24h&zone=Asia/Kathmandu`);
	expect(body).toMatchObject({ unit: "hour", from: "2026-11-22", to: "2026-11-23", zone: "Asia/Kathmandu" });
	expect(body.points.map(({ at }) => at.slice(11))).toHaveLength(24);
	expect(body.points.at(-1)?.at).toBe("2026-11-22T19:15:00.000Z");
	const year = (await chart(`${API.analytics.account}?range=12m`)).body;
	expect([year.unit, year.points.length, year.to]).toEqual(["month", 13, "2026-11-22"]);
	const week = (await chart(`${API.analytics.account}?range=7d`)).body;
	const earlier = (await chart(`${API.analytics.account}?range=days&from=2026-11-09&to=2026-11-15`)).body;
	expect(week.before).toEqual(earlier.totals);
	expect(week.links).toEqual([expect.objectContaining({ id: linkId, title: "=HYPERLINK(1)" })]);
	const only = (await chart(`${API.analytics.account}?range=7d&dimension=source&value=instagram`)).body.only;
	const instagram = week.breakdowns.source?.[0].find(([value]) => value === "instagram")?.[1];
	expect(only).toMatchObject({ value: "instagram", human: instagram });
});

test("how far back one sees is the plan's, a range is one's own words or refused, and nobody sees another's", async () => {
	const starter = await app.signedIn({ plan: "starter" });
	expect((await chart(API.analytics.account, starter)).body.totals).toEqual({ human: 0, bot: 0 });
	expect((await chart(`${API.analytics.account}?range=30d`, starter)).body).toMatchObject({ kind: "plan_required" });
	expect((await chart(`${API.analytics.account}?range=7d&format=csv`, starter)).body.kind).toBe("plan_required");
	expect((await chart(API.analytics.linkChart(linkId), starter)).status).toBe(404);
	for (const wrong of [
		...["range=8d", "range=days", "range=days&from=2026-11-02&to=2026-11-01"],
		...["range=days&from=2026-11-01&to=2026-13-01", "range=days&from=2025-01-01&to=2026-11-01", "dimension=ip&value=1"],
		...["range=days&from=2026-11-22&to=2027-01-01", "zone=UTC&zone=UTC", `dimension=source&value=${"x".repeat(101)}`],
	]) {
		const answer = await chart(`${API.analytics.account}?${wrong}`);
		expect([wrong, answer.status]).toEqual([wrong, 400]);
	}
});

test.each([
	["%2B03:00", "+03:00", "2026-11-20T21:00:00.000Z"],
	["+03:00", "+03:00", "2026-11-20T21:00:00.000Z"],
	["-0930", "-09:30", "2026-11-21T09:30:00.000Z"],
	...["Etc/Unknown", "Factory", "GMT%2B3", "", "undefined", "Mars/Base", "x".repeat(2000)].map((zone) => [
		...[zone, "UTC", "2026-11-21T00:00:00.000Z"],
	]),
])("a chart, its file and its tags count zone=%s by %s (P512)", async (asked, zone, begins) => {
	const { status, body } = await chart(`${API.analytics.account}?range=yesterday&zone=${asked}`);
	expect([status, body.zone, body.points[0]?.at]).toEqual([200, zone, begins]);
	const file = await ada.get(`${API.analytics.account}?range=7d&zone=${asked}&format=csv`);
	expect(await file.text()).toContain(`"day (${zone})"`);
	expect((await ada.get(`${API.analytics.tags}?range=7d&zone=${asked}`)).status).toBe(200);
});

test("the file has what the chart shows, and no formula", async () => {
	const path = `${API.analytics.account}?range=30d&zone=Asia/Kathmandu`;
	const [answer, { body }] = [await ada.get(`${path}&format=csv`), await chart(path)];
	expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
	expect(answer.headers.get("content-disposition")).toBe(`attachment; filename=views-2026-10-25-2026-11-23.csv`);
	expect(answer.headers.get("cache-control")).toBe("private, no-store");
	const bytes = Buffer.from(await answer.arrayBuffer());
	expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
	const text = bytes.toString("utf8");
	expect(text).toContain(
		`"total (Asia/Kathmandu)","2026-10-25 to 2026-11-23",${body.totals.human},${body.totals.bot}\r\n`,
	);
	expect(text).toMatch(/"source","'=1\+1",\d+,""\r\n/);
	expect(text).toContain(`"link","'=HYPERLINK(1)",`);
	expect(text).not.toMatch(/(^|,)"?[=+@-]/m);
});

test("a burst from several networks is in people, and shown as probably scanners, from stored months too (P538)", async () => {
	const bob = await app.signedIn({ plan: "enterprise" });
	const { id } = await createLink(bob, { title: "Newsletter" });
	const { pool } = app.deps;
	const owner = (await pool.query("SELECT user_id FROM links WHERE id = $1", [id])).rows[0].user_id;
	const at = Date.parse("2026-09-10T08:00:00Z");
	const opened = [0, 1, 2].map((n) => {
		const opens = { at: at + n * 1_000, userId: owner, linkId: id, ip: `198.51.${n}.0`, attribution: "newsletter" };
		return countedView({ id: newViewId(at + n), ...opens });
	});
	await insertViews(pool, [...opened, countedView({ ...opened[0], id: newViewId(at), at: at + 3_600_000 })]);
	await aggregateViews({ pool, now: () => NOW });
	const ranges = ["range=days&from=2026-09-01&to=2026-09-30", "range=12m", "range=12m"];
	for (const path of [API.analytics.account, API.analytics.linkChart(id)])
		for (const range of ranges) {
			const { totals, scanners, breakdowns } = (await chart(`${path}?${range}`, bob)).body;
			expect([range, totals.human, scanners, breakdowns.source]).toEqual([range, 4, 3, [[["newsletter", 4]], 0]]);
		}
	expect((await chart(`${API.analytics.account}?range=7d`, bob)).body.scanners).toBe(0);
	const file = await bob.get(`${API.analytics.account}?range=12m&format=csv`);
	expect(await file.text()).toMatch(/"probably scanners \(UTC\)","[-\d]+ to [-\d]+",3,""\r\n/);
});
