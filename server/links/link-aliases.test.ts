import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countedView } from "#server/testing/app/counted-view.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { insertViews } from "#server/views/insert-views.ts";
import { API } from "#shared/api-paths.ts";
import type { ImportView } from "#shared/imports/imports.ts";
import type { LinkAliasList } from "#shared/links/aliases.ts";
import { type LinkView, link } from "#shared/links/link.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";
const UNKNOWN = "SomeTool/1.0";

const app = useTestApp();
let owner: Subscriber;
let beside: TestApp;
beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	beside = await startTestApp({ beside: app });
});
afterAll(() => beside.close());

const pathOf = (slug: string) => `/go/${owner.user.userSlug}/${slug}`;
const ask = (path: string, { userAgent = CHROME, method = "GET", origin = app.origin } = {}) =>
	fetch(origin + path, { method, redirect: "manual", headers: { "User-Agent": userAgent, "Accept-Language": "en" } });
const aliasesOf = async (id: number) =>
	((await (await owner.get(API.links.aliases(id))).json()) as LinkAliasList).aliases;
const rename = (from: string, customLinkSlug: string, more = {}) =>
	owner.put(API.links.bySlug(from), linkForm({ customLinkSlug, ...more }));
const named = (slug: string) => owner.get(API.links.bySlug(slug)).then((answer) => answer.json()) as Promise<LinkView>;

/**
 * Steps with their outcome, then where each address leads: to a link, nowhere (`-`) or to the page of a disabled one (`!`).
 * A link is named by its target.
 */
const CASES: [name: string, steps: string, wanted: string][] = [
	["a slug that was changed", "make A a; edit A b", "a=A b=A aliases:A=a"],
	["a chain of three", "make A a; edit A b; edit A c; edit A d", "a=A b=A c=A d=A aliases:A=c,b,a"],
	["turned around", "make A a; edit A b; edit A a", "a=A b=A aliases:A=b"],
	["turned around twice", "make A a; edit A b; edit A a; edit A b", "a=A b=A aliases:A=a"],
	["turned around in a circle of three", "make A a; edit A b; edit A c; edit A a", "a=A b=A c=A aliases:A=c,b"],
	["turned around in capitals", "make A a; edit A b; edit A A", "a=A A=A b=A aliases:A=b"],
	["another case is no other address", "make A a; edit A A", "a=A A=A aliases:A="],
	["looked up in capitals", "make A a; edit A b", "A=A B=A"],
	["with something stuck to it", "make A a; edit A b", "a.=A a)=A a%20=A a/=A"],
	["with a query", "make A a; edit A b", "a?v=2=A"],
	["an edit without a slug", "make A a; edit A b; keep A", "a=A b=A aliases:A=a"],
	["a save of the present slug", "make A a; edit A b; edit A b", "a=A b=A aliases:A=a"],
	["taken by a new link", "make A a; edit A b; make B a 409; make B A 409", "a=A b=A"],
	["taken by an edit of another link", "make A a; make B x; edit A b; edit B a 409; edit B A 409", "a=A b=A x=B"],
	["said to be taken", "make A a; edit A b; taken a; taken A; taken b; free c", "a=A"],
	["two links in turn", "make A a; make B x; edit A b; edit B y", "a=A b=A x=B y=B aliases:A=a aliases:B=x"],
	["released", "make A a; edit A b; release A a", "a=- b=A aliases:A="],
	["released in capitals", "make A a; edit A b; release A A", "a=- b=A aliases:A="],
	["released twice", "make A a; edit A b; release A a; release A a 404", "a=- b=A"],
	["the present slug can't be released", "make A a; edit A b; release A b 404", "a=A b=A"],
	["another link's can't be released", "make A a; make B x; edit A b; release B a 404", "a=A b=A x=B"],
	["released, and given to another link", "make A a; edit A b; release A a; free a; make B a", "a=B b=A aliases:A="],
	["released, and taken by an edit", "make A a; make B x; edit A b; release A a; edit B a", "a=B b=A x=B aliases:B=x"],
	["released, then its own again", "make A a; edit A b; release A a; edit A a", "a=A b=A aliases:A=b"],
	["of a chain, the middle released", "make A a; edit A b; edit A c; release A b", "a=A b=- c=A aliases:A=a"],
	["deleted", "make A a; edit A b; delete A", "a=- b=-"],
	["deleted and brought back", "make A a; edit A b; delete A; restore A", "a=A b=A aliases:A=a"],
	["deleted, then free for others", "make A a; edit A b; delete A; free a; make B a", "a=B b=-"],
	["taken while deleted", "make A a; edit A b; delete A; make B a; restore A taken", "a=B b=-"],
	[
		"taken by an alias while deleted",
		"make A a; edit A b; delete A; make B a; edit B c; restore A taken",
		"a=B b=- c=B",
	],
	["a released one does not come back", "make A a; edit A b; release A a; delete A; restore A", "a=- b=A aliases:A="],
	["released after it came back", "make A a; edit A b; delete A; restore A; release A a", "a=- b=A aliases:A="],
	["a copy has none", "make A a; edit A b; duplicate A B", "a=A b=A aliases:B="],
	["disabled", "make A a; edit A b; disable A; release A a 403; edit A c 403", "a=! b=!"],
	["disabled and deleted", "make A a; edit A b; disable A; delete A; make B a 409; make B b 409", "a=- b=-"],
	["enabled again", "make A a; edit A b; disable A; enable A", "a=A b=A aliases:A=a"],
	["imported to its address", "make A a; edit A b; import a B refused; import A B refused", "a=A b=A"],
	["imported once more", "make A a; edit A b; import a A same", "a=A b=A aliases:A=a"],
	["imported after the release", "make A a; edit A b; release A a; import a B create", "a=B b=A"],
	["an empty slug makes a random one", "make A a; edit A b; make B -", "a=A b=A"],
];

/** Slugs of a case begin with its number. */
describe.each(CASES.map(([name, steps, wanted], at) => ({ name, steps, wanted, at })))(
	"$name",
	({ steps, wanted, at }) => {
		const ids = new Map<string, number>();
		const slugOf = (word: string) => (word === "-" ? "" : `k${at}${word}`);
		const own = (word: string) => slugOf(word).replace(/^k/, /[A-Z]/.test(word) ? "K" : "k");
		const target = (label: string) => `https://example.com/${label}`;

		it("leads where it should, in every process", async () => {
			const addresses = wanted.split(" ").filter((each) => !each.startsWith("aliases:"));
			for (const step of steps.split("; ")) {
				await take(step.split(" "));
				// What was remembered before a step must not be afterwards.
				for (const { origin } of [app, beside])
					for (const each of addresses)
						await ask(pathOf(own(each.slice(0, each.lastIndexOf("=")))), { origin, method: "HEAD" });
			}
			for (const each of addresses) {
				const [word, label] = [each.slice(0, each.lastIndexOf("=")), each.slice(each.lastIndexOf("=") + 1)];
				expect(await outcome(word, app.origin), each).toBe(label);
				await until(async () => (await outcome(word, beside.origin)) === label);
			}
			for (const [, label = "", slugs = ""] of wanted.matchAll(/aliases:(\w)=([\w,]*)/g)) {
				const aliases = (await aliasesOf(ids.get(label) ?? 0)).map(({ slug }) => slug);
				expect(aliases).toEqual(slugs.split(",").filter(Boolean).map(slugOf));
			}
		});

		async function outcome(word: string, origin: string): Promise<string> {
			const answer = await ask(pathOf(own(word)), { origin, method: "HEAD" });
			if (answer.status === 302) return answer.headers.get("location")?.match(/com\/(\w)/)?.[1] ?? "";
			return { 404: "-", 410: "!" }[answer.status] ?? String(answer.status);
		}

		async function take([verb, label = "", word = "", outcome = ""]: string[]): Promise<void> {
			const id = ids.get(label) ?? 0;
			const form = (slug: string) => linkForm({ customLinkSlug: slug, targetUrl: target(label) });
			const present = async () => {
				const { rows } = await app.deps.pool.query("SELECT link_slug FROM links WHERE id = $1", [id]);
				return String(rows[0]?.link_slug);
			};
			const make = async (answer: Response) => void ids.set(label, link.parse(await answer.json()).id);
			const expectStatus = (answer: Response, fine: number) => {
				expect(answer.status, `${verb} ${label} ${word}`).toBe(Number(outcome) || fine);
				return answer;
			};
			switch (verb) {
				case "make": {
					const answer = expectStatus(await owner.post(API.links.all, form(slugOf(word))), 201);
					if (answer.ok) await make(answer);
					else expect(await answer.json()).toMatchObject({ code: "slug_taken", fields: [{ field: "customLinkSlug" }] });
					return;
				}
				case "edit": {
					const answer = expectStatus(await owner.put(API.links.bySlug(await present()), form(slugOf(word))), 200);
					if (answer.status === 409) expect(await answer.json()).toMatchObject({ code: "slug_taken" });
					return;
				}
				case "keep":
					return void expectStatus(await owner.put(API.links.bySlug(await present()), form("")), 200);
				case "release":
					return void expectStatus(await owner.delete(API.links.alias(id, slugOf(word))), 204);
				case "delete":
					return void expectStatus(await owner.delete(API.links.byId(id)), 204);
				case "restore": {
					const answer = await owner.post(API.links.changes, { change: "restore", ids: [id] });
					const refused = [{ id, message: "This custom URL is already taken" }];
					expect(await answer.json()).toEqual(word ? { changed: [], refused } : { changed: [id], refused: [] });
					return;
				}
				case "duplicate": {
					const answer = await owner.post(API.links.duplicate(id), {});
					ids.set(word, link.parse(await answer.json()).id);
					return;
				}
				case "taken":
				case "free": {
					const answer = await owner.get(API.links.slugAvailability(slugOf(label)));
					expect(await answer.json()).toMatchObject({ available: verb === "free" });
					return;
				}
				case "disable":
				case "enable": {
					const at = verb === "disable" ? new Date() : null;
					await app.deps.pool.query("UPDATE links SET disabled_at = $2 WHERE id = $1", [id, at]);
					await until(
						async () => ((await ask(pathOf(await present()), { method: "HEAD" })).status === 410) === (at !== null),
					);
					return;
				}
				case "import": {
					const file = new Blob([`slug,target_url,title,description\n${slugOf(label)},${target(word)},Title,Text`]);
					const answer = await fetch(`${app.origin}${API.imports.all}?name=links.csv`, {
						method: "POST",
						headers: {
							"Content-Type": "text/csv",
							Cookie: [...owner.cookies].map((pair) => pair.join("=")).join("; "),
						},
						body: file,
					});
					const job = (await answer.json()) as ImportView;
					expect(job.counts).toMatchObject({ [outcome]: 1 });
					if (outcome !== "create") return;
					await owner.post(API.imports.start(job.id), {});
					await until(async () => ((await (await owner.get(API.imports.all)).json()) as ImportView).state === "done");
				}
			}
		}
	},
);

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
				...Array.from({ length: 4 }, () => beside.deps.pool.query(sql, [owner.user.id, `Race${round}`])),
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
