import { beforeAll, expect, test, vi } from "vitest";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { chartDifferences, countQuarters, countRows, randomFrom } from "#server/testing/analytics/chart-truth.ts";
import type { Browser } from "#server/testing/app/browser.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { createLink } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { Chart, TagCounts } from "#shared/analytics/chart.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Subject } from "./chart-days.ts";
import { createCharts } from "./charts.ts";

const NOW = new Date("2026-11-22T20:10:00Z");
const DAY_MS = 24 * 3_600_000;
const MONTHS_CLOSED = 11;

const app = useTestApp({ now: () => NOW });

let ada: Browser;
let userId: string;
let linkId: number;
beforeAll(async () => {
	ada = await app.signedIn({ plan: "enterprise" });
	linkId = (await createLink(ada, { title: "Year" })).id;
	userId = (await app.deps.pool.query("SELECT user_id FROM links WHERE id = $1", [linkId])).rows[0].user_id;
	const random = randomFrom(8);
	await view(Array.from({ length: 2_000 }, () => NOW.getTime() - random(400 * DAY_MS)));
	// More sources than a day keeps by name.
	await view(
		Array.from({ length: 400 }, (_, n) => Date.parse("2026-04-10T00:00Z") + n),
		{ sources: 400 },
	);
});

type Views = { isBot?: boolean; sources?: number };

async function view(times: number[], { isBot, sources = 5 }: Views = {}): Promise<void> {
	const { pool } = app.deps;
	const views = times.map((at, n) => {
		const attribution = ["", "fb", "facebook", "Letter", "x"][n % sources] ?? `source-${n}`;
		return countedView({ id: newViewId(at), at, userId, linkId, isBot: isBot ?? n % 3 === 0, attribution });
	});
	await insertViews(pool, views);
	await aggregateViews({ pool, now: () => NOW });
	await pool.query("DROP TABLE IF EXISTS counted_quarters");
	await countQuarters(pool);
}

const subjects = (): Subject[] => [{ link: linkId }, { user: userId }];
const tableOf = (subject: Subject) => ("link" in subject ? "link_chart_months" : "user_chart_months");
const year = async (subject: Subject, only = ""): Promise<Chart> => {
	const path = "link" in subject ? API.analytics.linkChart(subject.link) : API.analytics.account;
	return (await (await ada.get(`${path}?range=12m&zone=Asia/Kathmandu${only}`)).json()) as Chart;
};
const account = async (query: string): Promise<Chart> =>
	(await (await ada.get(`${API.analytics.account}?${query}`)).json()) as Chart;
const differences = async (subject: Subject, chart: Chart) =>
	chartDifferences(chart, await countRows(app.deps.pool, subject, chart, [chart.zone])).filter(
		// Sources have one name in charts (P404), and several in the rows.
		(line) => !line.includes(" sources: "),
	);

test("a year's closed months are stored by its first chart, read by the next, and equal the rows (P415)", async () => {
	const { pool } = app.deps;
	for (const subject of subjects()) {
		const table = tableOf(subject);
		const first = await year(subject);
		expect(await differences(subject, first)).toEqual([]);
		expect((await pool.query(`SELECT FROM ${table}`)).rowCount).toBe(MONTHS_CLOSED);
		expect(await year(subject)).toEqual(first);
		const only = await year(subject, "&dimension=source&value=facebook");
		const facebook = first.breakdowns.source?.[0].find(([value]) => value === "facebook")?.[1];
		expect(only.only).toMatchObject({ human: facebook, unit: "month" });
		expect(only.only?.days).toHaveLength(13);
		await pool.query(`UPDATE ${table} SET breakdowns = '{"source": [[["stored", 7]], 0]}'`);
		const sources = (await year(subject)).breakdowns.source?.[0];
		expect(sources).toContainEqual(["stored", 7 * MONTHS_CLOSED]);
		await pool.query(`DELETE FROM ${table}`);
	}
});

test("a month with a late view is added up again (P415)", async () => {
	for (const subject of subjects()) await year(subject);
	await view([Date.parse("2026-03-05T12:00Z"), Date.parse("2026-03-05T13:00Z")]);
	for (const subject of subjects()) {
		const chart = await year(subject);
		expect(await differences(subject, chart)).toEqual([]);
		const { rows } = await app.deps.pool.query(
			`SELECT months.human, months.bot, days.human AS "humanNow", days.bot AS "botNow" FROM ${tableOf(subject)} AS months,
				(SELECT sum(human)::int AS human, sum(bot)::int AS bot FROM link_days WHERE to_char(day, 'YYYY-MM') = '2026-03') AS days
			WHERE month = '2026-03-01'`,
		);
		expect(rows).toEqual([
			{ human: rows[0].humanNow, bot: rows[0].botNow, humanNow: rows[0].humanNow, botNow: rows[0].botNow },
		]);
	}
});

test("a month with a late person alone, or a late bot alone, is added up again (P415)", async () => {
	for (const isBot of [false, true]) {
		for (const subject of subjects()) await year(subject);
		await view([Date.parse("2026-05-05T12:00Z")], { isBot });
		for (const subject of subjects()) expect(await differences(subject, await year(subject))).toEqual([]);
	}
});

test("months of a tag, with the days at both ends that they have too few or too many, are those of its links (P413)", async () => {
	await app.deps.pool.query("UPDATE links SET tags = '{Year}' WHERE id = $1", [linkId]);
	for (const days of [
		"from=2026-02-03&to=2026-10-28",
		"from=2026-02-20&to=2026-10-05",
		"from=2026-02-03&to=2026-10-05",
		"from=2026-02-20&to=2026-10-28",
	]) {
		const chart: Chart = await account(`range=days&${days}&zone=UTC&dimension=tag&value=Year`);
		expect([days, chart.only?.unit]).toEqual([days, "month"]);
		expect(chart.only?.days.map(({ count }) => count)).toEqual(chart.points.map(({ human }) => human));
		const byTag = (await (await ada.get(`${API.analytics.tags}?range=days&${days}&zone=UTC`)).json()) as TagCounts;
		expect([days, byTag.tags, byTag.untagged]).toEqual([
			...[days, [{ tag: "Year", ...chart.totals }]],
			{ human: 0, bot: 0 },
		]);
	}
});

test("days are not read by months where each is shown, nor while they are open (P415)", async () => {
	const { pool } = app.deps;
	await pool.query("DELETE FROM user_chart_months");
	const asked = (days: string) => account(`range=days&${days}`);
	await asked("from=2026-10-02&to=2026-11-22");
	await asked("from=2026-09-01&to=2026-10-30&dimension=source&value=x");
	expect((await pool.query("SELECT month::text FROM user_chart_months ORDER BY month")).rows).toEqual([]);
	await asked("from=2026-09-01&to=2026-10-30");
	expect((await pool.query("SELECT month::text FROM user_chart_months ORDER BY month")).rows).toEqual([
		{ month: "2026-09-01" },
	]);
});

test("a chart whose months can't be stored is shown, and the log says so (P415)", async () => {
	const { db, pool } = app.deps;
	const warn = vi.fn();
	const charts = createCharts({ db, pool, linksOrigin: app.origin, now: () => NOW, log: { warn } });
	await pool.query("ALTER TABLE user_chart_months ADD CONSTRAINT none CHECK (false) NOT VALID");
	const asked = { range: { from: "2026-07-01", to: "2026-07-31" }, zone: "UTC", only: null, values: 9 };
	const chart = await charts.chart({ user: userId }, asked, "enterprise");
	await pool.query("ALTER TABLE user_chart_months DROP CONSTRAINT none");
	expect(chart.totals.human).toBeGreaterThan(0);
	expect(warn).toHaveBeenCalledOnce();
});

test("a person who deletes their account takes the stored months along (P415)", async () => {
	const { pool } = app.deps;
	const stored = () =>
		Promise.all(subjects().map(async (subject) => (await pool.query(`SELECT FROM ${tableOf(subject)}`)).rowCount));
	for (const subject of subjects()) await year(subject);
	expect(await stored()).toEqual([MONTHS_CLOSED, MONTHS_CLOSED]);
	const { userSlug } = (await (await ada.get(API.auth.user)).json()) as { userSlug: string };
	expect((await ada.delete(API.account.all, { confirm: userSlug })).status).toBe(204);
	expect(await stored()).toEqual([0, 0]);
});
