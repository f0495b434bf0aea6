import { beforeAll, describe, expect, it } from "vitest";
import { insertLink } from "#server/testing/app/factories.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { linkSources } from "#shared/analytics/link-sources.table.ts";
import { LIST_LIMITS, linkIndex, linkOverview, listedLink } from "#shared/links/link-list.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const app = useTestApp();
let owner: Subscriber;
let stranger: Subscriber;

beforeAll(async () => {
	owner = await subscriber(app);
	stranger = await subscriber(app);
	const add = (n: number, link: Partial<Link>) =>
		insertLink(app.deps.db, {
			userId: owner.user.id,
			linkSlug: `l${n}`,
			createdAt: new Date(Date.UTC(2026, 0, n)),
			targetUrl: `https://shop.example/page-${n}`,
			imageUrl: "https://pics.example/a.jpg",
			...link,
		});
	await add(1, {
		title: "Été à Porto",
		viewsHuman: 5,
		viewsBot: 1,
		lastSeenAt: new Date("2026-02-02"),
		tags: ["Trips"],
	});
	await add(2, { title: "100% wool_coat", viewsHuman: 2, viewsBot: 9, imageUrl: null, tags: ["Sale", "Trips"] });
	await add(3, { title: "Archive me", viewsHuman: 9, archivedAt: new Date("2026-02-01"), tags: ["Sale"] });
	await add(4, { title: "Disabled", disabledAt: new Date("2026-02-01"), lastSeenAt: new Date("2026-02-03") });
	await add(5, { title: "Gone", viewsHuman: 100, deleted: true, deletedAt: new Date("2026-02-01"), tags: ["Old"] });
	await insertLink(app.deps.db, { userId: stranger.user.id, title: "Été of somebody else", tags: ["Trips"] });
});

async function search(query: string, by = owner) {
	const response = await by.get(`${API.links.search}?${query}`);
	expect([query, response.status]).toEqual([query, 200]);
	return linkOverview.parse(await response.json());
}
const slugs = async (query: string) => (await search(query)).links.map(({ linkSlug }) => linkSlug);

describe("the dashboard's list (P171)", () => {
	it.each([
		["", ["l4", "l2", "l1"]],
		["q=PORTO", ["l1"]],
		["q=%C3%89T%C3%89", ["l1"]],
		["q=%E2%80%8Bporto%09%C3%A9t%C3%A9%C2%A0", ["l1"]],
		["q=%C3%A9t%C3%A9+porto", ["l1"]],
		["q=porto+coat", []],
		[`q=${"coat+".repeat(7)}nowhere`, []],
		[`q=${"coat+".repeat(8)}nowhere`, ["l2"]],
		["q=%25", ["l2"]],
		["q=_", ["l2"]],
		["q=%5C", []],
		["q=(%C3%A9", []],
		["q=page-2", ["l2"]],
		["q=l4", ["l4"]],
		["q=trips", ["l2", "l1"]],
		["q=somebody", []],
		["sort=people", ["l1", "l2", "l4"]],
		["sort=bots", ["l2", "l1", "l4"]],
		["sort=seen", ["l4", "l1", "l2"]],
		["tag=Sale", ["l2"]],
		["tag=Sale&filter=archived", ["l3"]],
		["filter=archived", ["l3"]],
		["filter=disabled", ["l4"]],
		["filter=no-picture", ["l2"]],
	])("%s", async (query, wanted) => {
		expect(await slugs(query)).toEqual(wanted);
	});

	it.each([
		["Crème brûlée", ["creme", "CRÈME", "cre\u0300me", "brulee", "BRÛLÉE"]],
		["Cafe\u0301 Zoe\u0308", ["café", "cafe", "zoë"]],
		["Hauptstraße", ["strasse", "STRASSE", "straße", "hauptstra"]],
		["HAUPTSTRASSE", ["straße"]],
		["cafe", ["Café"]],
		["Łódź, Ørsted, Æther", ["lodz", "orsted", "aether", "ŁÓDŹ"]],
		["Ελλάδα", ["ελλαδα", "ΕΛΛΆΔΑ"]],
		["Москва", ["МОСКВА", "москва"]],
		["日本語 [a+b]", ["日本", "[a+b]"]],
	])("%s is found by %j, whatever the accents (P403)", async (title, words) => {
		const person = await subscriber(app);
		await insertLink(app.deps.db, { userId: person.user.id, linkSlug: "it", title });
		await insertLink(app.deps.db, { userId: person.user.id, linkSlug: "other", title: "crme ldz strse ü" });
		const found = async (q: string) =>
			(await search(`q=${encodeURIComponent(q)}`, person)).links.map(({ linkSlug }) => linkSlug);
		for (const word of words) expect([word, await found(word)]).toEqual([word, ["it"]]);
	});

	it("finds a link by its whole short address", async () => {
		const address = `${app.origin}/go/${owner.user.userSlug}/L2?v=2`;
		expect(await slugs(`q=${encodeURIComponent(address)}`)).toEqual(["l2"]);
	});

	it("finds by such an address no other link, and no archived one by another filter", async () => {
		const person = await subscriber(app);
		const both = { archivedAt: new Date("2026-02-01"), disabledAt: new Date("2026-02-01") };
		for (const link of [{ linkSlug: "a" }, { linkSlug: "ab" }, { linkSlug: "gone", ...both }]) {
			await insertLink(app.deps.db, { userId: person.user.id, ...link });
		}
		const found = async (query: string) => (await search(query, person)).links.map(({ linkSlug }) => linkSlug);
		expect(await found(`q=${encodeURIComponent(`${app.origin}/go/${person.user.userSlug}/a`)}`)).toEqual(["a"]);
		expect(await found("filter=disabled")).toEqual([]);
		expect(await found("filter=archived")).toEqual(["gone"]);
	});

	it("says the totals of all links with it", async () => {
		const { totals, tags } = await search("q=porto");
		expect(totals).toEqual({ links: 4, archived: 1, withoutImage: 1 });
		expect(tags).toEqual([
			{ name: "Sale", count: 2 },
			{ name: "Trips", count: 2 },
		]);
	});

	it.each(["sort=x", "filter=x", `q=${"x".repeat(201)}`, "q=%00", "q=a&q=b", "tag=%00"])(
		"refuses ?%s",
		async (query) => {
			const response = await owner.get(`${API.links.search}?${query}`);
			expect(response.status).toBe(400);
			expect(await response.json()).toMatchObject({ kind: "invalid", message: "Invalid input" });
		},
	);

	it("shows links, rows and totals as of one moment, however many are made meanwhile", async () => {
		const person = await subscriber(app);
		await insertLink(app.deps.db, { userId: person.user.id, linkSlug: "before", tags: ["Old"] });
		const { pool } = app.deps;
		const holder = await pool.connect();
		const isWaiting = async () => {
			const { rowCount } = await pool.query(
				"SELECT FROM pg_locks WHERE relation = 'link_sources'::regclass AND NOT granted AND mode = 'AccessShareLock'",
			);
			return rowCount === 1;
		};
		// The search has found its ids by the time that it asks for their sources.
		await holder.query("BEGIN; LOCK TABLE link_sources");
		const found = search("", person);
		await until(isWaiting);
		await insertLink(app.deps.db, { userId: person.user.id, linkSlug: "meanwhile", tags: ["New"], viewsHuman: 5 });
		await holder.query("COMMIT");
		holder.release();
		const { ids, links: rows, totals, tags } = await found;
		expect([ids.length, rows.map(({ linkSlug }) => linkSlug), totals.links, tags]).toEqual([
			...[1, ["before"], 1],
			[{ name: "Old", count: 1 }],
		]);
	});

	it("leaves the whole list as it is: the archived ones are in it", async () => {
		expect(await (await owner.get(API.links.all)).json()).toHaveLength(4);
	});
});

describe("rows by their ids", () => {
	it("come in the order that was asked for, without what is somebody else's or gone", async () => {
		const all = await app.deps.db.select().from(links);
		const id = (slug: string) => all.find(({ linkSlug }) => linkSlug === slug)?.id;
		const theirs = all.find(({ userId }) => userId === stranger.user.id)?.id;
		const response = await owner.get(`/api/links/rows?ids=${[id("l1"), theirs, id("l5"), id("l3")].join(",")}`);
		const rows = listedLink.array().parse(await response.json());
		expect(rows.map(({ linkSlug, archived, tags }) => ({ linkSlug, archived, tags }))).toEqual([
			{ linkSlug: "l1", archived: false, tags: ["Trips"] },
			{ linkSlug: "l3", archived: true, tags: ["Sale"] },
		]);
	});

	it.each(["", "ids=", "ids=x", "ids=1,,2", `ids=${Array.from({ length: LIST_LIMITS.page + 1 }, () => 1).join(",")}`])(
		"refuses ?%s",
		async (query) => {
			expect((await owner.get(`/api/links/rows?${query}`)).status).toBe(400);
		},
	);
});

it("answers the unfiltered list's index as a search for nothing does, and its first rows as a page (P405)", async () => {
	const { links: found, readAt: _, ...overview } = await search("");
	const index = linkIndex.strict().parse(await (await owner.get(API.links.index)).json());
	expect(index).toEqual({ ...overview, readAt: index.readAt });
	const page = async (query: string) => {
		const response = await owner.get(`${API.links.all}${query}`);
		return { rows: listedLink.array().parse(await response.json()), next: response.headers.get("link") };
	};
	expect((await page(API.links.firstPage.slice(API.links.all.length))).rows).toEqual(found);
	expect((await page("?limit=1&archived=false")).next).toMatch(/^<\/api\/links\?limit=1&before=\d+&archived=false>/);
	expect((await page("")).rows.map(({ linkSlug, archived }) => [linkSlug, archived])).toEqual([
		["l4", false],
		["l3", true],
		["l2", false],
		["l1", false],
	]);
	expect((await owner.get(`${API.links.all}?archived=true`)).status).toBe(400);
});

it("names the top source as charts do (P404)", async () => {
	const person = await subscriber(app);
	const { id } = await createLink(person);
	const sources: [string, number][] = [
		["letter", 4],
		["m.facebook.com", 3],
		["FB", 2],
	];
	await app.deps.db.insert(linkSources).values({ linkId: id, sources: [sources, 0] });
	expect((await search("", person)).links).toMatchObject([{ id, topSource: "facebook" }]);
});

it("says by which source most people came, however many bots did (P191)", async () => {
	const person = await subscriber(app);
	const link = await createLink(person);
	const read = async () => (await search("", person)).links[0];
	const open = (source: string, userAgent: string) =>
		app.browser().get(`${link.shortUrl}?utm_source=${source}`, { headers: { "user-agent": userAgent } });
	// More bots than people of any source.
	for (let n = 0; n < 3; n++) await open("bots", "WhatsApp/2.24.1 A");
	for (const source of ["letter", "instagram", "instagram"]) await open(source, CHROME);
	expect(await read()).toMatchObject({ viewsHuman: 3, viewsBot: 3 });
	const folded = "SELECT sum(human + bot)::int AS views FROM link_days WHERE link_id = $1";
	await until(async () => (await app.deps.pool.query(folded, [link.id])).rows[0]?.views === 6);
	expect((await read())?.topSource).toBe("instagram");
	const [row] = listedLink.array().parse(await (await person.get(API.links.rows([link.id]))).json());
	expect(row?.topSource).toBe("instagram");
});

it("shows the rows of a link with an empty source, as older releases kept it", async () => {
	const person = await subscriber(app);
	const { id } = await createLink(person);
	await app.deps.db.insert(linkSources).values({ linkId: id, sources: [[["", 3]], 0] });
	expect((await search("", person)).links).toMatchObject([{ id, topSource: "" }]);
});
