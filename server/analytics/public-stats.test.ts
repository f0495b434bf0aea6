import { beforeAll, expect, test, vi } from "vitest";
import { errorForLog } from "#server/platform/operator/error-for-log.ts";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { PublicPage, PublicStats } from "#shared/analytics/public-stats.ts";
import type { LinkView } from "#shared/links/link.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const DAY_MS = 24 * 3_600_000;

const countryOf = () => "NP";

// Its own folder may be the one that folds.
const app = useTestApp({
	env: { RATE_LIMITS: "on", TRUST_PROXY: "1" },
	deps: () => ({ ipCountry: countryOf }),
});

let ada: Subscriber;
let link: LinkView;
beforeAll(async () => {
	ada = await subscriber(app, "enterprise");
	link = await createLink(ada, { title: "Summer", targetUrl: "https://secret.example/campaign" });
	const other = await createLink(ada, { title: "Winter" });
	const view = (linkId: number, n: number) => {
		const at = Date.now() - (n % 3) * DAY_MS;
		const attribution = n < 6 ? "instagram" : "letter-to-bob";
		return countedView({ id: newViewId(at), at, userId: ada.user.id, linkId, isBot: n % 5 === 0, attribution });
	};
	await insertViews(app.deps.pool, [
		...Array.from({ length: 20 }, (_, n) => view(link.id, n)),
		...Array.from({ length: 7 }, (_, n) => view(other.id, n)),
	]);
	await aggregateViews({ pool: app.deps.pool, countryOf });
});

const urlOf = async (answer: Promise<Response>) => ((await (await answer).json()) as PublicPage).url ?? "";
const share = (owner: Subscriber, { id }: LinkView) => owner.put(API.analytics.publicPage(id), {});
let address = 0;
/** As anyone asks, each from an address of their own. */
const anybody = () => ({
	headers: { "x-forwarded-for": `203.0.${Math.floor(address / 250)}.${(address++ % 250) + 1}` },
});
const keyOf = (url: string) => url.split("/").at(-1) ?? "";
const ask = (url: string, more = "") =>
	app.browser().get(`${API.publicStats.read}?address=${keyOf(url)}${more}`, anybody());
const statuses = async (url: string) => [
	(await ask(url)).status,
	(await app.browser().get(new URL(url).pathname, anybody())).status,
];

test("whoever has the address reads days, sources of renown, countries and devices, and nothing else", async () => {
	expect(await urlOf(ada.get(API.analytics.publicPage(link.id)))).toBe("");
	const url = await urlOf(share(ada, link));
	expect(url).toMatch(new RegExp(`^${app.origin}/stats/[\\w-]{24}$`));
	expect(await urlOf(share(ada, link))).toBe(url);
	expect(await urlOf(ada.get(API.analytics.publicPage(link.id)))).toBe(url);

	const answer = await ask(url, "&range=7d");
	const text = await answer.text();
	const stats = JSON.parse(text) as PublicStats;
	expect(stats).toMatchObject({ title: "Summer", shortUrl: link.shortUrl, totals: { human: 16, bot: 4 }, unit: "day" });
	expect(stats.points).toHaveLength(7);
	// Four views of Instagram are few.
	expect(stats.breakdowns.source).toBeUndefined();
	expect(stats.breakdowns.country).toEqual([[["NP", 16]], 0]);
	expect(text).not.toMatch(/visitors|secret|letter|Winter|browser|platform|"link"/);
	expect(text).not.toContain(ada.user.email);
	expect(Object.fromEntries(answer.headers)).toMatchObject({
		"cache-control": "private, no-store",
		"x-robots-tag": "noindex",
		"referrer-policy": "no-referrer",
	});
	const page = await app.browser().get(new URL(url).pathname, anybody());
	expect([page.status, page.headers.get("x-robots-tag"), page.headers.get("referrer-policy")]).toEqual([
		...[200, "noindex", "no-referrer"],
	]);
	// Nothing that one adds leads to anything else.
	for (const more of ["&range=24h", "&range=days&from=2026-11-01&to=2026-11-02", "&range=7d&range=30d", "&address=x"]) {
		expect([more, (await ask(url, more)).status]).toEqual([more, 400]);
	}
	const narrowed = await ask(url, `&range=7d&dimension=source&value=letter-to-bob&zone=Asia/Kathmandu&format=csv&id=1`);
	expect(await narrowed.text()).toBe(text);
});

test("an address that is not there, or no more, is one answer; a new page has another address", async () => {
	const url = await urlOf(share(ada, link));
	expect(await statuses(url)).toEqual([200, 200]);
	expect(await urlOf(ada.delete(API.analytics.publicPage(link.id)))).toBe("");
	expect(await statuses(url)).toEqual([404, 404]);
	expect((await ada.delete(API.analytics.publicPage(link.id))).status).toBe(200);
	const again = await urlOf(share(ada, link));
	expect(keyOf(again)).not.toBe(keyOf(url));
	const wrong = [
		keyOf(again).toLowerCase(),
		keyOf(again).slice(1),
		`${keyOf(again)}a`,
		"%00",
		"..%2f",
		"'",
		"a".repeat(24),
	];
	const bodies = [];
	for (const key of wrong) {
		const answer = await ask(`/${key}`);
		bodies.push([answer.status, await answer.text()]);
	}
	expect(new Set(bodies.map(String)).size).toBe(1);
	expect(bodies[0]?.[0]).toBe(404);
});

test("it follows its link: deleted, disabled, blocked, its owner or its target's host", async () => {
	const owner = await subscriber(app, "enterprise");
	const own = await createLink(owner, { targetUrl: "https://bad-host.example/" });
	const url = await urlOf(share(owner, own));
	const operator = (...args: string[]) => operatorCommand(app, ...args);
	for (const subject of [
		["link", `${owner.user.userSlug}/${own.linkSlug}`],
		["user", owner.user.userSlug],
		["host", "bad-host.example"],
	]) {
		await operator("disable", ...subject);
		expect([subject, await statuses(url)]).toEqual([subject, [404, 404]]);
		if (subject[0] === "link") {
			await owner.delete(API.analytics.publicPage(own.id));
			expect((await share(owner, own)).status).toBe(403);
			await app.deps.pool.query("INSERT INTO public_stats VALUES ($1, $2, now())", [own.id, keyOf(url)]);
		}
		await operator("enable", ...subject);
		expect([subject, await statuses(url)]).toEqual([subject, [200, 200]]);
	}
	const flag = {
		linkId: own.id,
		state: "blocked" as const,
		evidence: "closed" as const,
		reasons: [],
		contentHash: "",
		flaggedAt: new Date(),
	};
	await app.deps.db.insert(linkFlags).values(flag);
	expect(["blocked", await statuses(url)]).toEqual(["blocked", [404, 404]]);
	await app.deps.db.delete(linkFlags);
	await owner.delete(API.links.byId(own.id));
	expect(await statuses(url)).toEqual([404, 404]);
	await owner.post("/api/links/changes", { change: "restore", ids: [own.id] });
	expect(await statuses(url)).toEqual([200, 200]);

	const data = (await (await owner.get(API.account.data)).json()) as { publicStatistics: unknown };
	expect(data.publicStatistics).toEqual([{ linkId: own.id, page: url, createdAt: expect.any(String) }]);
	expect((await owner.delete(API.account.all, { confirm: owner.user.userSlug })).status).toBe(204);
	expect(await statuses(url)).toEqual([404, 404]);
	const { rowCount } = await app.deps.pool.query("SELECT FROM public_stats WHERE address = $1", [keyOf(url)]);
	expect(rowCount).toBe(0);
});

test("P224: of a blocked link it is as one that is not there, also for a browser that has had it", async () => {
	const owner = await subscriber(app, "enterprise");
	const text = { title: "PayPal", description: "Please verify your account" };
	const own = await createLink(owner, { ...text, targetUrl: "https://shop.example/" });
	const url = await urlOf(share(owner, own));
	const etag = (await ask(url)).headers.get("etag") ?? "";
	const name = `${owner.user.userSlug}/${own.linkSlug}`;
	await operatorCommand(app, "flags", "block", name);
	expect(await statuses(url)).toEqual([404, 404]);
	const [blocked, unknown] = [await ask(url), await ask(`/${"a".repeat(24)}`)];
	expect(await blocked.text()).toBe(await unknown.text());
	const again = { headers: { ...anybody().headers, "if-none-match": etag } };
	expect((await app.browser().get(`${API.publicStats.read}?address=${keyOf(url)}`, again)).status).toBe(404);
	await owner.delete(API.analytics.publicPage(own.id));
	expect((await share(owner, own)).status).toBe(403);
	await operatorCommand(app, "flags", "clear", name);
	expect(await statuses(await urlOf(share(owner, own)))).toEqual([200, 200]);
});

test("Enterprise makes it; on a smaller plan, or none, it goes on and can be ended, by its owner alone", async () => {
	const pro = await subscriber(app, "pro");
	const own = await createLink(pro);
	const refused = await share(pro, own);
	expect([refused.status, ((await refused.json()) as { kind: string }).kind]).toEqual([403, "plan_required"]);

	const owner = await subscriber(app, "enterprise");
	const shared = await createLink(owner);
	const url = await urlOf(share(owner, shared));
	for (const stranger of [pro, ada]) {
		const path = API.analytics.publicPage(shared.id);
		expect((await stranger.get(path)).status).toBe(404);
		expect((await stranger.put(path, {})).status).toBe(404);
		expect((await stranger.delete(path)).status).toBe(404);
	}
	const become = (sql: string) =>
		app.deps.pool.query(`UPDATE subscriptions SET ${sql} WHERE user_id = $1`, [owner.user.id]);
	await become("plan_id = 'starter'");
	expect(await statuses(url)).toEqual([200, 200]);
	expect((await ask(url, "&range=12m")).status).toBe(200);
	expect(await urlOf(share(owner, shared))).toBe(url);
	await become("status = 'canceled'");
	expect(await statuses(url)).toEqual([200, 200]);
	expect((await owner.delete(API.analytics.publicPage(shared.id))).status).toBe(200);
	expect(await statuses(url)).toEqual([404, 404]);
});

test("while it can't be known whether a page is there it is 503, and a page all the same, never one that is not there", async () => {
	const url = await urlOf(share(ada, link));
	await app.deps.pool.query("ALTER TABLE public_stats RENAME COLUMN address TO elsewhere");
	const warned = vi.spyOn(app.deps.log, "warn");
	const page = await app.browser().get(new URL(url).pathname, anybody());
	const seen = [page.status, page.headers.get("retry-after"), page.headers.get("content-type")];
	const metrics = (await ask(url)).status;
	await app.deps.pool.query("ALTER TABLE public_stats RENAME COLUMN elsewhere TO address");
	expect(seen).toEqual([503, "5", "text/html; charset=utf-8"]);
	expect(metrics).toBe(500);
	const [[{ err } = { err: null }] = []] = warned.mock.calls as unknown as [{ err: Error | null }][];
	expect(JSON.stringify(errorForLog(err)), "what went wrong, and not whose page").toMatch(/address/);
	expect(JSON.stringify(errorForLog(err))).not.toContain(keyOf(url));
	expect(await statuses(url)).toEqual([200, 200]);
});

test("one address may ask so often, for pages and figures together; others go on", async () => {
	const url = await urlOf(share(ada, link));
	const here = { headers: { "x-forwarded-for": "198.51.100.7" } };
	const page = () => app.browser().get(new URL(url).pathname, here);
	const metrics = () => app.browser().get(`${API.publicStats.read}?address=${keyOf(url)}`, here);
	const seen: number[] = [];
	for (let n = 0; n < 121; n++) seen.push((await (n % 2 ? page() : metrics())).status);
	expect(seen).toEqual([...Array(120).fill(200), 429]);
	const refused = await page();
	expect([refused.status, refused.headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"]);
	expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(await statuses(url)).toEqual([200, 200]);
});
