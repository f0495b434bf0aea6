import { beforeAll, describe, expect, it } from "vitest";
import { insertViews } from "#server/public/views/insert-views.ts";
import {
	type AliasCase,
	aliasesOf as aliasesOfOwner,
	ask as askAt,
	CHROME,
	describeAliases,
	useAliasOwner,
} from "#server/testing/app/alias-cases.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/test-app.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

const FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";
const UNKNOWN = "SomeTool/1.0";

const place = useAliasOwner();
const { app } = place;
let owner: Subscriber;
beforeAll(() => {
	owner = place.owner;
});

const pathOf = (slug: string) => `/go/${owner.user.userSlug}/${slug}`;
const ask = (path: string, { userAgent = CHROME } = {}) => askAt(path, { origin: app.origin, userAgent });
const aliasesOf = (id: number) => aliasesOfOwner(owner, id);
const rename = (from: string, customLinkSlug: string, more = {}) =>
	owner.put(API.links.bySlug(from), linkForm({ customLinkSlug, ...more }));
const named = (slug: string) => owner.get(API.links.bySlug(slug)).then((answer) => answer.json()) as Promise<LinkView>;

const CASES: AliasCase[] = [
	["a slug that was changed", "make A a; edit A b", "a=A b=A aliases:A=a"],
	["a chain of three", "make A a; edit A b; edit A c; edit A d", "a=A b=A c=A d=A aliases:A=c,b,a"],
	["turned around", "make A a; edit A b; edit A a", "a=A b=A aliases:A=b"],
	["looked up in capitals", "make A a; edit A b", "A=A B=A"],
	["with something stuck to it", "make A a; edit A b", "a.=A a)=A a%20=A a/=A"],
	["an edit without a slug", "make A a; edit A b; keep A", "a=A b=A aliases:A=a"],
	["taken by a new link", "make A a; edit A b; make B a 409; make B A 409", "a=A b=A"],
	["taken by an edit of another link", "make A a; make B x; edit A b; edit B a 409; edit B A 409", "a=A b=A x=B"],
	["said to be taken", "make A a; edit A b; taken a; taken A; taken b; free c", "a=A"],
	["released", "make A a; edit A b; release A a", "a=- b=A aliases:A="],
	["the present slug can't be released", "make A a; edit A b; release A b 404", "a=A b=A"],
	["released, and given to another link", "make A a; edit A b; release A a; free a; make B a", "a=B b=A aliases:A="],
	["deleted and brought back", "make A a; edit A b; delete A; restore A", "a=A b=A aliases:A=a"],
	["taken while deleted", "make A a; edit A b; delete A; make B a; restore A taken", "a=B b=-"],
	["a copy has none", "make A a; edit A b; duplicate A B", "a=A b=A aliases:B="],
	["disabled", "make A a; edit A b; disable A; release A a 403; edit A c 403", "a=! b=!"],
	["imported to its address", "make A a; edit A b; import a B refused; import A B refused", "a=A b=A"],
	["imported once more", "make A a; edit A b; import a A same", "a=A b=A aliases:A=a"],
];
describeAliases(place, CASES);

describe("what an alias answers", () => {
	it("counts to the link, and shows the present address in all three answers (P320)", async () => {
		const { id } = await createLink(owner, { customLinkSlug: "printed" });
		await rename("printed", "fresh", { title: "New title", targetUrl: "https://example.com/fresh" });
		const sent = await ask(pathOf("PRINTED"));
		expect([sent.status, sent.headers.get("location")]).toEqual([302, "https://example.com/fresh"]);
		for (const userAgent of [FACEBOOK, UNKNOWN]) {
			const page = await (await ask(pathOf("printed"), { userAgent })).text();
			expect(page).toContain(`<meta property="og:url" content="${app.origin}${pathOf("fresh")}">`);
			expect(page).toContain(`<link rel="canonical" href="${app.origin}${pathOf("fresh")}">`);
			expect(page).toContain("New title");
		}
		const { viewsHuman, viewsBot } = await named("fresh");
		expect([id, viewsHuman, viewsBot]).toEqual([id, 1, 2]);
		expect(await (await ask(`${pathOf("printed")}?v=3`, { userAgent: FACEBOOK })).text()).toContain("fresh?v=3");
	});

	it("names its views of 30 days, also those while it was the link's own (P322)", async () => {
		const { id } = await createLink(owner, { customLinkSlug: "one" });
		const visit = async (slug: string, times: number) => {
			for (let n = 0; n < times; n += 1) await ask(pathOf(slug));
		};
		const views = async () => (await aliasesOf(id)).map((alias) => [alias.slug, alias.views]);
		await visit("one", 3);
		await rename("one", "two");
		await visit("one", 2);
		await visit("ONE", 1);
		await visit("two", 4);
		expect(await views()).toEqual([["one", 6]]);
		await rename("two", "one");
		await visit("one", 2);
		await visit("two", 1);
		expect(await views()).toEqual([["two", 5]]);
		await rename("one", "null");
		await visit("one", 1);
		await visit("null", 1);
		expect(await views()).toEqual([
			["one", 9],
			["two", 5],
		]);
		await rename("null", "three");
		await visit("null", 2);
		expect(await views()).toEqual([
			["null", 3],
			["one", 9],
			["two", 5],
		]);
		expect((await named("three")).viewsHuman).toBe(17);
		// Of a link that is older than a month, the days tell how many views of its own slug are.
		await app.deps.pool.query(
			"UPDATE links SET created_at = now() - interval '1 year', views_human = views_human + 1000 WHERE id = $1",
			[id],
		);
		await app.deps.pool.query(
			`UPDATE link_aliases SET views_until = views_until + 1000, views_from = views_from + CASE views_from WHEN 0 THEN 0 ELSE 1000 END
			WHERE link_id = $1`,
			[id],
		);
		await until(async () => (await views())[1]?.[1] === 9);
	});

	it("is counted once by a replay, with the counters of all (P26)", async () => {
		const { id, linkSlug } = await createLink(owner);
		const seen = (alias?: string) => countedView({ linkId: id, userId: owner.user.id, ...(alias && { alias }) });
		const batch = [seen(), seen("gone"), seen("gone"), seen("null")];
		await insertViews(app.deps.pool, batch);
		await insertViews(app.deps.pool, [...batch, seen("gone"), seen()]);
		const { rows } = await app.deps.pool.query(
			"SELECT slug, views FROM link_alias_days WHERE link_id = $1 ORDER BY slug",
			[id],
		);
		expect(rows).toEqual([
			{ slug: "gone", views: 3 },
			{ slug: "null", views: 1 },
		]);
		const counters = await app.deps.pool.query("SELECT views_human, views_by_alias FROM links WHERE id = $1", [id]);
		expect(counters.rows).toEqual([{ views_human: "6", views_by_alias: "4" }]);
		expect((await named(linkSlug)).viewsHuman).toBe(6);
	});
});

describe("many at once", () => {
	it("has one winner between an alias that comes back and new links, whoever asks (P321)", async () => {
		for (let round = 0; round < 5; round += 1) {
			const { id } = await createLink(owner, { customLinkSlug: `race${round}` });
			await rename(`race${round}`, `ran${round}`);
			await owner.delete(API.links.byId(id));
			// Behind the service's back: nothing but the database is in the way.
			const sql = `INSERT INTO links (user_id, link_slug, target_url, title, description) VALUES ($1, $2, 'https://example.com/B', 't', 'd')`;
			const tries = await Promise.allSettled([
				...Array.from({ length: 4 }, () => app.deps.pool.query(sql, [owner.user.id, `RACE${round}`])),
				app.deps.pool.query("UPDATE links SET deleted = false WHERE id = $1", [id]),
				...Array.from({ length: 4 }, () => place.beside.deps.pool.query(sql, [owner.user.id, `Race${round}`])),
			]);
			expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
			const { rows } = await app.deps.pool.query(
				`SELECT (SELECT count(*) FROM links WHERE user_id = $1 AND lower(link_slug) = $2 AND NOT deleted)
				+ (SELECT count(*) FROM link_aliases WHERE user_id = $1 AND lower(slug) = $2 AND state = 'open') AS holders`,
				[owner.user.id, `race${round}`],
			);
			expect(rows).toEqual([{ holders: "1" }]);
		}
	});

	it("keeps every address when links swap and chase each other's slugs", async () => {
		const made = await Promise.all(
			["p", "q", "r", "s"].map((slug) => createLink(owner, { customLinkSlug: `sw${slug}` })),
		);
		const present = new Map(made.map(({ id, linkSlug }) => [id, linkSlug]));
		for (let round = 0; round < 4; round += 1) {
			const answers = await Promise.all(
				made.map(async ({ id }, n) => {
					const wanted = `sw${"pqrs"[(n + 1) % 4]}${round % 2 ? "" : "x"}`;
					const answer = await rename(present.get(id) ?? "", wanted);
					if (answer.ok) present.set(id, wanted);
					return answer.status;
				}),
			);
			expect(answers.every((status) => status === 200 || status === 409)).toBe(true);
		}
		const { rows } = await app.deps.pool.query(
			`SELECT lower(slug) AS slug FROM (
				SELECT link_slug AS slug FROM links WHERE user_id = $1 AND NOT deleted
				UNION ALL SELECT slug FROM link_aliases WHERE user_id = $1 AND state = 'open'
			) AS held GROUP BY 1 HAVING count(*) > 1`,
			[owner.user.id],
		);
		expect(rows).toEqual([]);
	});

	it("stops at fifty, with a clear error (P320)", async () => {
		const { id } = await createLink(owner, { customLinkSlug: "full" });
		await app.deps.pool.query(
			"INSERT INTO link_aliases (link_id, user_id, slug, views_from, views_until) SELECT $1, $2, 'full' || n, 0, 0 FROM generate_series(1, 50) n",
			[id, owner.user.id],
		);
		const refused = await rename("full", "fuller");
		expect(refused.status).toBe(400);
		expect(await refused.json()).toMatchObject({
			code: "too_many_aliases",
			fields: [{ field: "customLinkSlug", limit: 50 }],
		});
		expect((await rename("full", "FULL7")).status).toBe(200);
		expect(await aliasesOf(id)).toHaveLength(50);
	});
});

describe("those who may not", () => {
	it("neither read nor release another's aliases, nor without a subscription, nor odd names", async () => {
		const { id } = await createLink(owner, { customLinkSlug: "guarded" });
		await rename("guarded", "guarded2");
		const [other, lapsed] = [await subscriber(app), await subscriber(app, null)];
		const statuses = [
			await other.get(API.links.aliases(id)),
			await other.delete(API.links.alias(id, "guarded")),
			await lapsed.delete(API.links.alias(id, "guarded")),
			await app.browser().get(API.links.aliases(id)),
			await owner.delete(API.links.alias(id, "gu arded\0")),
			await owner.delete(API.links.alias(id, "x".repeat(3_000))),
			await owner.get(API.links.aliases(0)),
		].map(({ status }) => status);
		expect(statuses).toEqual([404, 404, 403, 401, 404, 404, 404]);
		expect((await ask(pathOf("guarded"))).status).toBe(302);
	});

	it("count towards no quota", async () => {
		const usage = async () => (await owner.get(API.links.monthlyUsage)).json();
		await createLink(owner, { customLinkSlug: "counted" });
		const before = await usage();
		await rename("counted", "counted2");
		expect(await usage()).toEqual(before);
		const found = await owner.get(`${API.links.search}?q=${encodeURIComponent(app.origin + pathOf("counted"))}`);
		expect(await found.json()).toMatchObject({ links: [{ linkSlug: "counted2" }] });
	});
});
