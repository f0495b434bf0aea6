import { afterEach, beforeEach, expect, it } from "vitest";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp } from "#server/testing/app/test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

let app: TestApp;
beforeEach(async () => {
	app = await startTestApp({ env: { RATE_LIMITS: "on" } });
});
afterEach(() => app.close());

/** Statuses of `times` equal requests, and the last answer. */
async function repeat(times: number, send: () => Promise<Response>) {
	const answers: Response[] = [];
	for (let n = 0; n < times; n++) answers.push(await send());
	return { statuses: answers.map((answer) => answer.status), last: answers.at(-1) };
}

it("G9: lets one user change 60 things a minute, and others go on", async () => {
	const ada = await app.signedIn({ email: "ada@example.com" });
	const grace = await app.signedIn({ email: "grace@example.com" });
	// The consent at sign-in was the first change.
	const { statuses, last } = await repeat(60, () => ada.delete("/api/links/1"));
	expect(statuses.slice(0, 59)).toEqual(Array(59).fill(403));
	expect(last?.status).toBe(429);
	expect(await last?.json()).toMatchObject({
		kind: "too_many",
		message: "Too many requests. Please try again in a minute.",
	});
	expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
	expect((await grace.delete("/api/links/1")).status).toBe(403);
	expect((await ada.get("/api/auth/user")).status).toBe(200);
});

it("G9: does not limit public links as it does the API", async () => {
	const { statuses } = await repeat(200, () => app.browser().get("/go/nobody/nothing"));
	expect(new Set(statuses)).toEqual(new Set([404]));
});

const BACK = "/api/auth/google/callback?code=made-up&state=none";

it("G9: lets one address come back from Google 20 times a minute, and begin 60 times", async () => {
	const begun = await repeat(60, () => app.browser().get(API.auth.google));
	expect(new Set(begun.statuses)).toEqual(new Set([302]));
	const { statuses } = await repeat(21, () => app.browser().get(BACK));
	expect(statuses).toEqual([...Array(20).fill(302), 429]);
	expect((await app.browser().get(API.auth.google)).status).toBe(429);
});

it("C7: believes no address that a client claims for itself", async () => {
	let n = 0;
	const claim = () => app.browser().get(BACK, { headers: { "x-forwarded-for": `203.0.113.${n++}` } });
	const { statuses } = await repeat(21, claim);
	expect(statuses.at(-1)).toBe(429);
});

it("P252: tells a browser in words that there were too many sign-ins, and a program in JSON", async () => {
	await repeat(20, () => app.browser().get(BACK));
	const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
	const page = await app.browser().get(BACK, { headers: { accept, "sec-fetch-dest": "document" } });
	expect(page.status).toBe(429);
	expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
	expect(page.headers.get("cache-control")).toBe("private, no-store");
	expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
	const words = await page.text();
	expect(words).toContain("There have been too many sign-ins from your network. Wait a minute, then try again.");
	expect(words).toContain('<a href="/">');
	expect(await (await app.browser().get(BACK)).json()).toMatchObject({ kind: "too_many" });
});

it.each(["image", "iframe", "empty", "script"])(
	"P252: an embedded sign-in (%s) is refused and uses nothing up",
	async (dest) => {
		const headers = { "sec-fetch-dest": dest, "sec-fetch-site": "cross-site" };
		for (const path of [API.auth.google, BACK]) {
			const { statuses, last } = await repeat(70, () => app.browser().get(path, { headers }));
			expect(new Set(statuses)).toEqual(new Set([403]));
			expect(last?.headers.getSetCookie()).toEqual([]);
			expect((await app.browser().get(path)).status).toBe(302);
		}
	},
);

it("P249: ten open tabs of a dashboard meet no limit", async () => {
	const ada = await app.signedIn({ email: "ada.reads@example.com" });
	const dashboard = [
		...[API.auth.user, API.subscriptions.active, API.links.firstPage, API.links.index, API.links.deleted],
		...[API.links.monthlyUsage, API.stats.views],
		// Asked again every five seconds while it is in view.
		...Array.from({ length: 12 }, () => API.latestDeliveries),
	];
	for (let tab = 0; tab < 10; tab++) {
		const answers = await Promise.all(dashboard.map((path) => ada.get(path)));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	}
});

it("D19: lets one user ask for 120 slugs a minute, and others go on", async () => {
	const curious = await subscriber(app);
	const other = await subscriber(app);
	const ask = (person: Subscriber, slug: string) => person.get(`/api/links/check-slug-availability?slug=${slug}`);

	const { statuses, last } = await repeat(121, () => ask(curious, "prize"));

	expect(statuses.slice(0, 120)).toEqual(Array(120).fill(200));
	expect(last?.status).toBe(429);
	expect(await last?.json()).toMatchObject({ kind: "too_many" });
	expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
	expect((await ask(other, "prize")).status).toBe(200);
	expect((await curious.get("/api/links")).status).toBe(200);
});

it("G9: lets one user ask for 60 charts a minute, and others go on", async () => {
	const ada = await app.signedIn({ email: "ada.charts@example.com" });
	const grace = await app.signedIn({ email: "grace.charts@example.com" });
	const { statuses } = await repeat(61, () => ada.get(API.analytics.linkChart(1)));
	expect(statuses).toEqual([...Array(60).fill(404), 429]);
	expect((await ada.get(API.analytics.account)).status).toBe(429);
	expect((await grace.get(API.analytics.account)).status).toBe(200);
});

it("G9: lets one user download their data ten times an hour, and others go on", async () => {
	const ada = await app.signedIn({ email: "ada.downloads@example.com" });
	const grace = await app.signedIn({ email: "grace.downloads@example.com" });
	const { statuses, last } = await repeat(11, () => ada.get(API.account.data));
	expect(statuses).toEqual([...Array(10).fill(200), 429]);
	expect(await last?.json()).toMatchObject({
		kind: "too_many",
		message: "Too many requests. Please try again in an hour.",
	});
	expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(60);
	expect((await grace.get(API.account.data)).status).toBe(200);
});
