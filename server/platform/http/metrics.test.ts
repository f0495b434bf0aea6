import { describe, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const TOKEN = "a-token-of-some-length";
const FACEBOOK = "facebookexternalhit/1.1";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

describe("with a token", () => {
	const app = useTestApp({ env: { METRICS_TOKEN: TOKEN } });
	const bearer = { headers: { authorization: `Bearer ${TOKEN}` } };
	const scrape = async () => (await app.browser().get("/metrics", bearer)).text();
	const go = (url: string, userAgent: string, method = "GET") =>
		fetch(url, { method, redirect: "manual", headers: { "user-agent": userAgent } });

	/** What one series says; null where it is not there. */
	async function value(series: string): Promise<number | null> {
		const line = (await scrape()).split("\n").find((each) => each.startsWith(`${series} `));
		return line === undefined ? null : Number(line.slice(series.length));
	}

	/** What several series gained by something. */
	async function gained(series: string[], by: () => Promise<unknown>): Promise<number[]> {
		const before = await Promise.all(series.map(value));
		await by();
		const after = await Promise.all(series.map(value));
		return after.map((each, at) => (each ?? 0) - (before[at] ?? 0));
	}

	it.each([undefined, "Bearer wrong", TOKEN, `Basic ${TOKEN}`])("refuses %s", async (authorization) => {
		const headers: Record<string, string> = authorization ? { authorization } : {};
		expect((await app.browser().get("/metrics", { headers })).status).toBe(401);
	});

	it("tells what each /go was answered, how long it took, and what became of the views", async () => {
		const link = await createLink(await subscriber(app));
		const answers = ["redirect", "card", "not_found", "malformed", "method_not_allowed"];
		const told = [
			...answers.map((answer) => `visualink_go_answers_total{answer="${answer}"}`),
			"visualink_views_recorded_total",
			"visualink_views_committed_total",
			"visualink_view_save_duration_seconds_count",
			'visualink_link_cache_lookups_total{result="miss"}',
			'visualink_link_cache_lookups_total{result="hit"}',
		];
		const found = await gained(told, async () => {
			await go(link.shortUrl, FACEBOOK);
			await go(link.shortUrl, CHROME);
			await go(`${app.origin}/go/nobody/nothing`, CHROME);
			await go(`${app.origin}/go/%zz/x`, CHROME);
			await go(link.shortUrl, CHROME, "PUT");
		});
		expect(found).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 1]);
	});

	it("times one /go in eight", async () => {
		const told = ["visualink_go_duration_seconds_count", 'visualink_go_duration_seconds_bucket{le="+Inf"}'];
		const found = await gained(told, async () => {
			for (let asked = 0; asked < 16; asked += 1) await go(`${app.origin}/go/nobody/nothing`, CHROME);
		});
		expect(found).toEqual([2, 2]);
	});

	it("tells the times of everything else by route, never by path, and never more of them than there are", async () => {
		const owner: Subscriber = await subscriber(app);
		const route = (labels: string) => `visualink_http_request_duration_seconds_count{${labels}}`;
		const told = [
			route('method="POST",route="/api/links",status="201"'),
			route('method="GET",route="/api/links/by-slug/:linkSlug",status="404"'),
			route('method="GET",route="/images/:name",status="404"'),
			route('method="POST",route="/api/stripe/webhook",status="400"'),
			route('method="GET",route="/api/*",status="404"'),
			route('method="GET",route="/*",status="404"'),
			route('method="other",route="/*",status="405"'),
		];
		const found = await gained(told, async () => {
			await createLink(owner);
			for (const slug of ["nothing-1", "nothing-2", "nothing-3"]) await owner.get(API.links.bySlug(slug));
			await owner.get("/images/0123456789abcdef.jpg");
			await fetch(`${app.origin}${API.stripeWebhook}`, { method: "POST", body: "{}" });
			for (const each of ["one", "two"]) await owner.get(`/api/${each}`);
			for (const each of ["one", "two"]) await owner.get(`/${each}`);
			await fetch(`${app.origin}/three`, { method: "PROPFIND" });
		});
		expect(found).toEqual([1, 3, 1, 1, 2, 2, 1]);
		expect(await scrape()).not.toMatch(/nothing-1|\/one|PROPFIND|@example\.com/);
	});

	it("tells how long pictures took, and that a bad one was refused", async () => {
		const owner = await subscriber(app);
		const told = [
			'visualink_picture_duration_seconds_count{result="refused"}',
			"visualink_pictures_waiting",
			"visualink_pictures_running",
		];
		const found = await gained(told, () =>
			owner.post(API.links.all, linkForm({ image: new Blob(["no picture"], { type: "image/png" }) })),
		);
		expect(found).toEqual([1, 0, 0]);
	});

	it("does not count its own questions to the database", async () => {
		// Work between requests may ask something at the same moment, but not each time.
		for (const gauge of ["waiting", "connections_busy"])
			await until(async () => (await value(`visualink_db_pool_${gauge}{pool="api"}`)) === 0);
	});

	it("leaves out what it has to ask a database for that is away, and says so", async () => {
		const { pool } = app.deps;
		expect(await value("visualink_stripe_inbox_events")).toBe(0);
		const { query } = pool;
		pool.query = (() => Promise.reject(new Error("away"))) as typeof query;
		try {
			expect(await value('visualink_scrape_part_up{part="stripe_inbox"}')).toBe(0);
			expect(await value("visualink_stripe_inbox_events")).toBe(null);
			expect(await value('visualink_scrape_part_up{part="go"}')).toBe(1);
		} finally {
			pool.query = query;
		}
		await until(async () => (await value('visualink_scrape_part_up{part="stripe_inbox"}')) === 1);
	});
});

describe("without one", () => {
	it("there is no such page", async () => {
		const app = await startTestApp();
		expect((await app.browser().get("/metrics")).status).toBe(404);
		await app.close();
	});
});
