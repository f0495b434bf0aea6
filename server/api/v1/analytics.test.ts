import { beforeAll, describe, expect, test } from "vitest";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { type ApiClient, apiClient } from "#server/testing/api/api-client.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { chart, tagCounts } from "#shared/analytics/chart-answers.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";

const NOW = new Date("2026-11-22T20:10:00Z");
const app = useTestApp({ now: () => NOW });

let ada: Subscriber;
let program: ApiClient;
let linkId: number;
beforeAll(async () => {
	ada = await subscriber(app, "enterprise");
	program = await apiClient(app, ada);
	const { id } = await createLink(ada, { title: "=1+1 é" });
	linkId = id;
	const { pool } = app.deps;
	await pool.query("UPDATE links SET tags = '{Summer,Ads}' WHERE id = $1", [id]);
	const views = Array.from({ length: 90 }, (_, n) => {
		const at = NOW.getTime() - n * 1.7 * DAY_MS;
		const attribution = ["instagram", "", "=1+1"][n % 3] ?? "";
		return countedView({ id: newViewId(at), at, userId: ada.user.id, linkId: id, isBot: n % 4 === 0, attribution });
	});
	await insertViews(pool, views);
	await aggregateViews({ pool, now: () => NOW });
});

const doors = () => [
	{ screen: API.analytics.account, api: "/analytics" },
	{ screen: API.analytics.linkChart(linkId), api: `/links/${linkId}/analytics` },
];

describe("an account's figures (P649)", () => {
	test.each([
		"",
		"range=24h&zone=Asia/Kathmandu",
		"range=12m&zone=-0930&dimension=source&value=instagram",
		"range=days&from=2026-03-29&to=2026-03-29&zone=Europe/Lisbon",
		"from=2026-06-01&to=2026-10-30",
		"range=7d&zone=Mars/Base",
	])("are those of the charts on screen, as JSON and as CSV: %s", async (query) => {
		for (const { screen, api } of doors()) {
			const [shown, answer] = [await ada.get(`${screen}?${query}`), await program.get(`${api}?${query}`)];
			const text = await answer.text();
			expect([answer.status, text]).toEqual([200, await shown.text()]);
			const body = JSON.parse(text);
			expect(chart.parse(body)).toEqual(body);
			const [file, csv] = [await ada.get(`${screen}?${query}&format=csv`), await program.get(`${api}/csv?${query}`)];
			expect(Buffer.from(await csv.arrayBuffer())).toEqual(Buffer.from(await file.arrayBuffer()));
			for (const name of ["content-type", "content-disposition", "cache-control"])
				expect([name, csv.headers.get(name)]).toEqual([name, file.headers.get(name)]);
		}
	});

	test.each(["source&value=instagram", "country&value=XX"])(
		"have every day of a filter, also without views: %s",
		async (filter) => {
			const { only, points, days } = chart.parse(
				await (await program.get(`/analytics?range=30d&dimension=${filter}`)).json(),
			);
			expect(only?.days.map(({ day }) => day)).toEqual(points.map(({ at }) => at.slice(0, 10)));
			expect(points.filter(({ human, bot }) => human + bot === 0).length).toBeGreaterThan(5);
			expect([days.from, only?.human]).toEqual(["2026-10-24", only?.days.reduce((sum, { count }) => sum + count, 0)]);
		},
	);

	test("by tag are those of the table on screen", async () => {
		const answer = await program.get("/analytics/tags?range=90d");
		const body = await answer.json();
		expect(body).toEqual(await (await ada.get(`${API.analytics.tags}?range=90d`)).json());
		expect(tagCounts.parse(body)).toEqual(body);
		expect(tagCounts.parse(body).tags).toHaveLength(2);
	});

	test("of a deleted link stay; of another account's and of none there are none", async () => {
		const grace = await subscriber(app, "pro");
		const theirs = await createLink(grace);
		const own = await createLink(ada);
		await ada.delete(API.links.byId(own.id));
		expect((await program.get(`/links/${own.id}/analytics`)).status).toBe(200);
		for (const id of [theirs.id, 2_147_483_647])
			for (const path of [`/links/${id}/analytics`, `/links/${id}/analytics/csv`])
				expect(await refusal(path)).toEqual([404, "link_not_found"]);
	});
});

async function refusal(path: string, from = program) {
	const answer = await from.get(path);
	const { error } = apiError.parse(await answer.json());
	return [answer.status, error.code, ...error.fields.map(({ field, code }) => `${field}: ${code}`)];
}

describe("a query that can't be meant is refused by field, at both doors", () => {
	test.each([
		["range=8d", "unknown_value", "range: unknown_value"],
		["range=7D", "unknown_value", "range: unknown_value"],
		["range=days", "required", "from: required"],
		["range=days&from=2026-11-01", "required", "to: required"],
		["to=2026-11-01", "required", "from: required"],
		["range=7d&from=2026-11-01&to=2026-11-02", "invalid", "from: invalid"],
		["from=2026-11-02&to=2026-11-01", "invalid_days"],
		["from=2026-11-01&to=2026-13-01", "invalid_format", "to: invalid_format"],
		["from=2026-11-01T00:00:00Z&to=2026-11-02", "invalid_format", "from: invalid_format"],
		["from=1762000000&to=2026-02-29", "invalid_format", "from: invalid_format", "to: invalid_format"],
		["from=1970-01-01&to=2026-11-02", "out_of_range", "from: out_of_range"],
		["from=2026-11-22&to=2027-01-01", "future_days"],
		["from=2025-01-01&to=2026-11-01", "too_many_days"],
		["zone=UTC&zone=UTC", "wrong_type", "zone: wrong_type"],
		["dimension=country", "required", "value: required"],
		["value=PT", "required", "dimension: required"],
		["dimension=ip&value=1", "unknown_value", "dimension: unknown_value"],
	])("%s", async (query, code, ...fields) => {
		expect(await refusal(`/analytics?${query}`)).toEqual([400, code, ...fields]);
		expect(await (await ada.get(`${API.analytics.account}?${query}`)).json()).toMatchObject({ code });
	});

	test("and so is what no chart knows: a format, a page, a filter of tags' table", async () => {
		for (const query of ["/analytics?format=csv", "/analytics?cursor=2&from[]=1", "/analytics/tags?dimension=tag"]) {
			const names = [...new URLSearchParams(query.split("?")[1]).keys()];
			expect(await refusal(query)).toEqual([400, "unknown_field", ...names.map((name) => `${name}: unknown_field`)]);
		}
		const others = await refusal("/analytics?interval=30d&groupBy=country&start=2026-11-01");
		expect(others.slice(2)).toEqual(["interval", "groupBy", "start"].map((name) => `${name}: unknown_field`));
		expect(await refusal(`/links/${linkId}/analytics?dimension=tag&value=Ads`)).toEqual([400, "invalid"]);
	});

	test("days before the plan's are refused with their number", async () => {
		const answer = await program.get("/analytics?from=2025-11-20&to=2025-11-21");
		const { error } = apiError.parse(await answer.json());
		expect([answer.status, error]).toMatchObject([403, { code: "plan_required", limit: 366 }]);
	});
});
