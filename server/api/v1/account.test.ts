import { expect, test } from "vitest";
import { apiClient } from "#server/testing/api/api-client.ts";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, noise } from "#server/testing/corpora/images.ts";
import { apiMe } from "#shared/api/v1/routes/account.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp({ now: () => new Date("2026-11-22T20:10:00Z"), env: { RATE_LIMITS: "on" } });
const MB = 1024 * 1024;

test("a program reads what it has used of each limit before it meets one (P650)", async () => {
	const ada = await subscriber(app, "pro");
	const program = await apiClient(app, ada, { scopes: ["links:read"], name: "Nightly" });
	const me = async () => {
		const body = await (await program.get("/me")).json();
		expect(apiMe.parse(body)).toEqual(body);
		return apiMe.parse(body);
	};
	expect(await me()).toEqual({
		userSlug: ada.user.userSlug,
		plan: "pro",
		key: { name: "Nightly", scopes: ["links:read"], expiresAt: null },
		usage: {
			linksThisMonth: { used: 0, limit: 150 },
			linksToday: null,
			domains: { used: 0, limit: 3 },
			tags: { used: 0, limit: 1_000 },
			imagesToday: { used: 0, limit: 500 },
			originalsBytes: { used: 0, limit: 5 * 1024 * MB },
		},
		limits: { titleCharacters: 60, descriptionCharacters: 160, imageBytes: 5 * MB, bulkItems: 500, chartDays: 366 },
		rateLimits: { key: 60, account: 120, charts: 60, domainChecks: 20 },
	});

	const image = await asFile(await noise({ width: 60, height: 40 }));
	const [one, other] = [await createLink(ada, { image }), await createLink(ada)];
	await ada.post(API.links.changes, { change: "tag", ids: [one.id], tag: "Summer" });
	await ada.post(API.links.changes, { change: "tag", ids: [other.id], tag: "summer" });
	await ada.delete(API.links.byId(other.id));
	expect((await me()).usage).toMatchObject({
		linksThisMonth: { used: 2 },
		tags: { used: 1 },
		imagesToday: { used: 1 },
		originalsBytes: { used: image.size },
	});
});

test("a plan without a limit by month has one by day", async () => {
	const grace = await subscriber(app, "enterprise");
	const program = await apiClient(app, grace);
	await createLink(grace);
	expect(apiMe.parse(await (await program.get("/me")).json()).usage).toMatchObject({
		linksThisMonth: { used: 1, limit: null },
		linksToday: { used: 1, limit: 25_000 },
	});
});

test("charts and domain checks of an account count in one limit, by keys and on screen (P649)", async () => {
	const grace = await subscriber(app, "enterprise");
	const [one, other] = [await apiClient(app, grace), await apiClient(app, grace)];
	for (const path of [
		"/analytics",
		"/analytics/tags",
		"/analytics/csv",
		"/links/1/analytics",
		"/links/1/analytics/csv",
	])
		await one.get(path);
	await grace.get(API.analytics.account);
	const chart = await other.get("/analytics");
	expect(chart.headers.get("ratelimit-policy")).toMatch(/"charts"; q=60; w=60/);
	expect(chart.headers.get("ratelimit")).toMatch(/"charts"; r=53; t=\d+/);

	await grace.post(API.domains.all, { host: "no domain" });
	await one.post("/domains", { host: "no domain" });
	const check = await other.post("/domains/1/check");
	expect(check.headers.get("ratelimit-policy")).toMatch(/"domainChecks"; q=20; w=60/);
	expect(check.headers.get("ratelimit")).toMatch(/"domainChecks"; r=17; t=\d+/);
});
