import http from "node:http";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { Chart } from "#shared/analytics/chart.ts";
import type { LinkAlias } from "#shared/links/aliases.ts";
import type { SelfTest } from "#shared/links/cards/self-test.ts";
import { domains } from "#shared/links/domains/domains.table.ts";
import type { ImportRow, ImportView } from "#shared/links/imports/imports.ts";
import { link } from "#shared/links/link.ts";
import { LINK_CHANGED } from "#shared/links/link-form.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { errorBody } from "#shared/platform/error-body.ts";

const app = useTestApp();
const NOT_YOURS = "This domain isn't one of your verified domains";
const VERIFIED = new Date("2026-01-01");

let hosts = 0;
type Values = Partial<typeof domains.$inferInsert>;
/** Writes a domain by hand, verified unless said otherwise. */
async function ownDomain({ user }: Subscriber, values: Values = {}) {
	const host = `go${++hosts}.brand.example`;
	const row = { userId: user.id, host, token: String(hosts), verifiedAt: VERIFIED, ...values };
	const [made] = await app.deps.db.insert(domains).values(row).returning();
	if (!made) throw new Error("no domain");
	return made;
}
const setDomain = (id: number, values: Values) => app.deps.db.update(domains).set(values).where(eq(domains.id, id));

/** The address of a slug on a host: scheme and port are those of our links. */
function on(host: string, slug: string): string {
	const url = new URL(app.origin);
	url.hostname = host;
	return `${url.origin}/${slug}`;
}
const ours = ({ user }: Subscriber, slug: string) => `${app.origin}/go/${user.userSlug}/${slug}`;
const edit = (owner: Subscriber, slug: string, fields: Record<string, string>) =>
	owner.put(API.links.bySlug(slug), linkForm(fields));
const shown = ({ domain, shortUrl }: { domain: string | null; shortUrl: string }) => [domain, shortUrl];
const edited = async (owner: Subscriber, slug: string, fields: Record<string, string>) =>
	shown(link.parse(await (await edit(owner, slug, fields)).json()));

async function refusal(response: Response) {
	const { code, message, fields } = errorBody.parse(await response.json());
	return [response.status, code, message, fields?.map(({ field }) => field)];
}
const REFUSED = [400, "domain_not_verified", NOT_YOURS, ["domain"]];

describe("the domain of a link (P624)", () => {
	it("is the account's default, unless the form has another or none", async () => {
		const ada = await subscriber(app);
		expect(await createLink(ada)).toMatchObject({ domain: null });
		const first = await ownDomain(ada);
		const second = await ownDomain(ada, { isDefault: true });
		const slugs = ["a", "b", "c", "d"];
		const wanted = [{}, { domain: first.host }, { domain: "" }, { domain: ` HTTPS://${first.host.toUpperCase()}./ ` }];
		const made = [];
		for (const [n, fields] of wanted.entries()) {
			made.push(shown(await createLink(ada, { customLinkSlug: slugs[n] ?? "", ...fields })));
		}
		expect(made).toEqual([
			[second.host, on(second.host, "a")],
			[first.host, on(first.host, "b")],
			[null, ours(ada, "c")],
			[first.host, on(first.host, "d")],
		]);
	});

	it("isn't the default while that is not verified, or disabled", async () => {
		const ada = await subscriber(app);
		const { id } = await ownDomain(ada, { isDefault: true, verifiedAt: null, failingSince: VERIFIED });
		expect(await createLink(ada)).toMatchObject({ domain: null });
		await setDomain(id, { verifiedAt: VERIFIED, disabledAt: VERIFIED });
		expect(await createLink(ada)).toMatchObject({ domain: null });
	});

	it("is refused where the account has not verified it", async () => {
		const [ada, bob] = [await subscriber(app), await subscriber(app)];
		await createLink(ada, { customLinkSlug: "kept" });
		const others = [
			(await ownDomain(bob)).host,
			(await ownDomain(ada, { verifiedAt: null })).host,
			(await ownDomain(ada, { disabledAt: VERIFIED })).host,
			...["missing.brand.example", "visualink", "127.0.0.1", "a\0b", "x".repeat(5_000), new URL(app.origin).host],
		];
		for (const domain of others) {
			const answers = [await ada.post(API.links.all, linkForm({ domain })), await edit(ada, "kept", { domain })];
			for (const answer of answers) expect([domain, ...(await refusal(answer))]).toEqual([domain, ...REFUSED]);
		}
		const twice = await ada.post(API.links.all, linkForm({ title: "", domain: "missing.brand.example" }));
		expect((await refusal(twice))[0]).toBe(400);
		expect(await (await ada.get(API.links.bySlug("kept"))).json()).toMatchObject({ domain: null, title: "A title" });
	});

	it("stays in an edit without it, and changes by the form", async () => {
		const ada = await subscriber(app);
		const [first, second] = [await ownDomain(ada), await ownDomain(ada, { isDefault: true })];
		await createLink(ada, { customLinkSlug: "x", domain: first.host });
		expect(await edited(ada, "x", { title: "Another" })).toEqual([first.host, on(first.host, "x")]);
		expect(await edited(ada, "x", { domain: second.host })).toEqual([second.host, on(second.host, "x")]);
		expect(await edited(ada, "x", { domain: "" })).toEqual([null, ours(ada, "x")]);
		expect(await edited(ada, "x", { customLinkSlug: "y" })).toEqual([null, ours(ada, "y")]);
		const { rows } = await app.deps.pool.query("SELECT former_domain_ids AS ids FROM links WHERE user_id = $1", [
			ada.user.id,
		]);
		expect(rows).toEqual([{ ids: [first.id, second.id] }]);
	});

	it("isn't lost by a save while it is off", async () => {
		const ada = await subscriber(app);
		const { id, host } = await ownDomain(ada);
		await createLink(ada, { customLinkSlug: "x", domain: host });
		await setDomain(id, { verifiedAt: null, failingSince: VERIFIED });
		expect(await edited(ada, "x", { title: "Another", domain: "" })).toEqual([null, ours(ada, "x")]);
		await setDomain(id, { verifiedAt: VERIFIED, failingSince: null });
		expect(await (await ada.get(API.links.bySlug("x"))).json()).toMatchObject({ domain: host, title: "Another" });
	});

	it("belongs to what a second edit can't overwrite unseen (P134)", async () => {
		const ada = await subscriber(app);
		const { host } = await ownDomain(ada);
		const { revision = "" } = await createLink(ada, { customLinkSlug: "x" });
		expect(await edited(ada, "x", { domain: host, revision })).toEqual([host, on(host, "x")]);
		expect(await refusal(await edit(ada, "x", { title: "Stale", domain: "", revision }))).toEqual([
			...[409, "changed", LINK_CHANGED, undefined],
		]);
		expect(await edited(ada, "x", { domain: host, revision })).toEqual([host, on(host, "x")]);
	});

	it("is the same where a request is sent again, whatever the default is by then (P494)", async () => {
		const ada = await subscriber(app);
		const { id, host } = await ownDomain(ada, { isDefault: true });
		const headers = { "Idempotency-Key": "once" };
		const send = async (fields = {}) => {
			const answer = await ada.post(API.links.all, linkForm({ customLinkSlug: "x", ...fields }), { headers });
			return link.parse(await answer.json());
		};
		const made = await send();
		await setDomain(id, { isDefault: false });
		expect(await send()).toEqual(made);
		expect(shown(made)).toEqual([host, on(host, "x")]);
		expect(await send({ domain: "" })).toMatchObject({ id: made.id, domain: null });
	});

	it("of a duplicate is the default", async () => {
		const ada = await subscriber(app);
		const [first, second] = [await ownDomain(ada), await ownDomain(ada, { isDefault: true })];
		const { id } = await createLink(ada, { domain: first.host });
		const copy = link.parse(await (await ada.post(API.links.duplicate(id), {})).json());
		expect(shown(copy)).toEqual([second.host, on(second.host, copy.linkSlug)]);
	});

	it("leaves slugs unique in the account", async () => {
		const ada = await subscriber(app);
		const { host } = await ownDomain(ada);
		await createLink(ada, { customLinkSlug: "x", domain: host });
		expect((await refusal(await ada.post(API.links.all, linkForm({ customLinkSlug: "X", domain: "" }))))[1]).toBe(
			"slug_taken",
		);
	});
});

/** The address is the same wherever a link is given, and ours as soon as its domain is off, disabled or removed. */
describe("a link's short address (P625)", () => {
	const json = async <T>(owner: Subscriber, path: string) => (await (await owner.get(path)).json()) as T;
	type Shown = { domain: string | null; shortUrl: string };

	it("is on its domain in every call that gives the link, and ours while that is off, disabled or removed", async () => {
		const ada = await subscriber(app, "enterprise");
		const { id, host } = await ownDomain(ada);
		const made = await createLink(ada, { customLinkSlug: "old", domain: host });
		await edit(ada, "old", { customLinkSlug: "new" });
		const { url } = (await (await ada.put(API.analytics.publicPage(made.id), {})).json()) as { url: string };
		const address = url.split("/").at(-1);
		const from = new Date().toISOString().slice(0, 10);
		await app.deps.pool.query(
			`INSERT INTO user_days (user_id, day, human, bot, visitors, quarters, breakdowns)
				VALUES ($1, $2, 1, 0, 1, '[]', $3)`,
			[ada.user.id, from, JSON.stringify({ link: [[[String(made.id), 1]], 0] })],
		);
		async function everywhere() {
			const one = await json<Shown>(ada, API.links.bySlug("new"));
			const [listed] = await json<Shown[]>(ada, API.links.all);
			const found = await json<{ links: Shown[] }>(ada, API.links.search);
			const [row] = await json<Shown[]>(ada, API.links.rows([made.id]));
			const data = await json<{ links: Shown[] }>(ada, API.account.data);
			const chart = await json<Chart>(ada, API.analytics.account);
			const { aliases } = await json<{ aliases: LinkAlias[] }>(ada, API.links.aliases(made.id));
			const page = await json<{ shortUrl: string }>(ada, `${API.publicStats.read}?address=${address}`);
			const csv = await (await ada.get(API.links.csv)).text();
			return {
				links: [one, listed, found.links[0], row, data.links[0], chart.links[0]].map((each) => each && shown(each)),
				others: [page.shortUrl, csv.match(/"(https?:[^"]*new)"/)?.[1]],
				aliases: aliases.map(({ shortUrl }) => shortUrl),
			};
		}
		const here = {
			links: Array.from({ length: 6 }, () => [host, on(host, "new")]),
			others: [on(host, "new"), on(host, "new")],
			aliases: [on(host, "old")],
		};
		const atOurs = {
			links: Array.from({ length: 6 }, () => [null, ours(ada, "new")]),
			others: [ours(ada, "new"), ours(ada, "new")],
			aliases: [ours(ada, "old")],
		};
		expect(await everywhere()).toEqual(here);
		await setDomain(id, { verifiedAt: null, failingSince: VERIFIED });
		expect(await everywhere()).toEqual(atOurs);
		await setDomain(id, { verifiedAt: VERIFIED, failingSince: null });
		expect(await everywhere()).toEqual(here);
		await setDomain(id, { disabledAt: VERIFIED });
		expect(await everywhere()).toEqual(atOurs);
		await setDomain(id, { disabledAt: null });
		expect((await ada.delete(API.domains.one(id))).status).toBe(204);
		expect(await everywhere()).toEqual(atOurs);
	});

	it("comes back with a link that was deleted", async () => {
		const ada = await subscriber(app);
		const { host } = await ownDomain(ada);
		const { id } = await createLink(ada, { customLinkSlug: "x", domain: host });
		await ada.delete(API.links.byId(id));
		expect((await json<Shown[]>(ada, API.links.deleted)).map(shown)).toEqual([[host, on(host, "x")]]);
		await ada.post(API.links.changes, { change: "restore", ids: [id] });
		expect((await json<Shown[]>(ada, API.links.all)).map(shown)).toEqual([[host, on(host, "x")]]);
	});

	it("isn't hidden by what a browser has kept: the list is another one at once", async () => {
		const ada = await subscriber(app);
		const { id, host } = await ownDomain(ada);
		await createLink(ada, { domain: host });
		for (const path of [API.links.all, API.links.search, API.links.index]) {
			const { headers } = await ada.get(path);
			const known = { "If-None-Match": headers.get("etag") ?? "" };
			await setDomain(id, { disabledAt: VERIFIED });
			const again = await ada.get(path, { headers: known });
			// What names no address may be the same.
			if (path !== API.links.index) expect([path, again.status]).toEqual([path, 200]);
			await setDomain(id, { disabledAt: null });
		}
	});

	it("is asked for by the test of a link, which says where the domain leads nowhere", async () => {
		const ada = await subscriber(app);
		const { id, host } = await ownDomain(ada);
		const made = await createLink(ada, { customLinkSlug: "x", domain: host });
		const alarms = async () => {
			const { results } = (await (await ada.post(API.links.selfTest(made.id))).json()) as SelfTest;
			return new Set(results.flatMap(({ findings }) => findings.filter((each) => each.level === "fail").map(textOf)));
		};
		const textOf = ({ text }: { text: string }) => text;
		await expect.poll(alarms).toEqual(new Set());
		const pointing = { state: "nowhere", answered: 1, here: 0, addresses: [] };
		await app.deps.pool.query("UPDATE domains SET last_check = $2 WHERE id = $1", [id, JSON.stringify({ pointing })]);
		expect([...(await alarms())]).toContain(`Facebook can't find ${host}`);
	});
});

/** A request as it is on the wire, to a Host that has no DNS. */
function ask(address: string, headers: Record<string, string> = {}) {
	const { host, pathname, search } = new URL(address);
	return new Promise<string | undefined>((resolve, reject) => {
		const { port } = app.deps.config.http;
		const sent = { host, "user-agent": CHROME, "accept-language": "en", ...headers };
		http
			.get({ port, host: "127.0.0.1", path: pathname + search, headers: sent }, (res) => {
				res.resume();
				resolve(res.headers.location);
			})
			.on("error", reject);
	});
}
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

it('"Open" leads its owner to the domain without counting, and to our address while that is off, as it does others (P528)', async () => {
	const ada = await subscriber(app);
	const { id, host } = await ownDomain(ada);
	const { shortUrl, ...made } = await createLink(ada, { customLinkSlug: "x", domain: host });
	const open = async (person = ada) => (await person.get(API.links.open(shortUrl))).headers.get("location") ?? "";
	await expect.poll(() => open().then((address) => new URL(address, app.origin).host)).toBe(new URL(shortUrl).host);
	const signed = await open();
	expect(signed).toMatch(/\/x\?visualink_open=/);
	expect(await ask(signed)).toBe(made.targetUrl);
	expect(await open(await subscriber(app))).toBe(ours(ada, "x"));
	const viewsOf = async () => link.parse(await (await ada.get(API.links.bySlug("x"))).json()).viewsHuman;
	expect(await viewsOf()).toBe(0);
	expect(await ask(shortUrl)).toBe(made.targetUrl);
	await expect.poll(viewsOf).toBe(1);
	await setDomain(id, { verifiedAt: null, failingSince: VERIFIED });
	await expect.poll(() => open().then((address) => address.split("?")[0])).toBe(ours(ada, "x"));
	expect((await ada.get(API.links.open("http://evil.example/x"))).status).toBe(404);
});

it("a search finds links by their domain's host, and one by its whole address on it, also a former one (P626)", async () => {
	const ada = await subscriber(app);
	const { id, host } = await ownDomain(ada);
	const other = await ownDomain(ada, { host: `xn--bcher-kva.x${hosts}.example` });
	const fields = { title: "Sale", targetUrl: "https://shop.example/" };
	const made = [
		{ customLinkSlug: "first", domain: host },
		{ customLinkSlug: "second", domain: host },
		{ customLinkSlug: "third", domain: other.host },
		{ customLinkSlug: "ours", domain: "" },
	];
	for (const each of made) await createLink(ada, { ...fields, ...each });
	const found = async (q: string) => {
		const answer = await ada.get(`${API.links.search}?q=${encodeURIComponent(q)}`);
		const { links } = (await answer.json()) as { links: { linkSlug: string }[] };
		return links.map(({ linkSlug }) => linkSlug).sort();
	};
	const word = host.slice(0, host.indexOf("."));
	const table: [q: string, slugs: string[]][] = [
		[host, ["first", "second"]],
		[word, ["first", "second"]],
		[`sale ${host.toUpperCase()}`, ["first", "second"]],
		[`second ${word}`, ["second"]],
		["Bücher", ["third"]],
		[other.host.replace("xn--bcher-kva", "bücher"), ["third"]],
		[`https://${host}/First?utm_source=x`, ["first"]],
		[`${host}:3000/second+`, ["second"]],
		[`http://${other.host.replace("xn--bcher-kva", "bücher")}/third#a`, ["third"]],
		[`${host}/sec`, []],
		[`${host}/ours`, []],
		["go.nobody.example/first", []],
		["%00.example/first", []],
		[`${word}%_`, []],
	];
	for (const [q, slugs] of table) expect([q, await found(q)]).toEqual([q, slugs]);
	await edit(ada, "first", { domain: "" });
	expect(await found(on(host, "first"))).toEqual(["first"]);
	expect(await found(host)).toEqual(["second"]);
	await setDomain(id, { verifiedAt: null, failingSince: VERIFIED });
	expect(await found(host)).toEqual([]);
	expect(await found(on(host, "second"))).toEqual(["second"]);
	const bob = await subscriber(app);
	const theirs = await bob.get(`${API.links.search}?q=${encodeURIComponent(on(host, "second"))}`);
	expect(((await theirs.json()) as { ids: number[] }).ids).toEqual([]);
});

describe('the column "domain" of a CSV file (P626)', () => {
	const check = async (owner: Subscriber, file: string) => {
		const headers = { "Content-Type": "text/csv", Cookie: cookieOf(owner) };
		const path = `${app.origin}${API.imports.all}?name=links.csv`;
		return (await (await fetch(path, { method: "POST", headers, body: file })).json()) as ImportView;
	};
	const bring = async (owner: Subscriber, { id }: ImportView) => {
		await owner.post(API.imports.start(id), {});
		await until(async () => ((await (await owner.get(API.imports.all)).json()) as ImportView).state === "done");
	};
	const notesOf = async (owner: Subscriber, { id }: ImportView) =>
		((await (await owner.get(API.imports.rows(id))).json()) as ImportRow[]).map(({ line, state, note, domain }) => {
			return [line, state, domain, note];
		});
	const listed = async (owner: Subscriber) => {
		const all = (await (await owner.get(API.links.all)).json()) as ListedLink[];
		return Object.fromEntries(all.map((each) => [each.linkSlug, each.domain]));
	};
	const HEAD = "slug,target_url,title,description,domain";
	const line = (slug: string, domain: string) => `${slug},https://example.com/${slug},Title,Text,${domain}`;

	it("puts links on the account's domains, and refuses rows with another one", async () => {
		const [ada, bob] = [await subscriber(app, "enterprise"), await subscriber(app)];
		const [first, second] = [await ownDomain(ada), await ownDomain(ada, { isDefault: true })];
		const theirs = await ownDomain(bob);
		const rows = [
			line("a", first.host.toUpperCase()),
			line("b", ""),
			line("c", theirs.host),
			line("d", new URL(app.origin).hostname),
			line("e", "no domain"),
			line("f", second.host),
		];
		const job = await check(ada, [HEAD, ...rows].join("\n"));
		const expected = (made: string) => [
			[2, made, first.host, null],
			[3, made, undefined, null],
			[4, "refused", theirs.host, NOT_YOURS],
			[5, made, undefined, null],
			[6, "refused", "no domain", NOT_YOURS],
			[7, made, second.host, null],
		];
		expect(await notesOf(ada, job)).toEqual(expected("create"));
		await bring(ada, job);
		expect(await notesOf(ada, job)).toEqual(expected("made"));
		expect(await listed(ada)).toEqual({ a: first.host, b: second.host, d: null, f: second.host });
	});

	it("refuses only rows whose domain was removed between the check and the import", async () => {
		const ada = await subscriber(app, "enterprise");
		const { id, host } = await ownDomain(ada);
		const job = await check(ada, [HEAD, line("a", host), line("b", "")].join("\n"));
		expect(job.counts).toMatchObject({ create: 2 });
		expect((await ada.delete(API.domains.one(id))).status).toBe(204);
		await bring(ada, job);
		expect(await notesOf(ada, job)).toEqual([
			[2, "refused", host, NOT_YOURS],
			[3, "made", undefined, null],
		]);
	});

	it("is in an exported file, which can be imported unchanged", async () => {
		const ada = await subscriber(app, "enterprise");
		const first = await ownDomain(ada);
		const second = await ownDomain(ada, { isDefault: true });
		for (const [slug, domain] of [
			["a", first.host],
			["b", second.host],
			["c", ""],
		]) {
			await createLink(ada, { customLinkSlug: slug ?? "", domain: domain ?? "" });
		}
		const file = await (await ada.get(API.links.csv)).text();
		// The same target at the same slug is no new link, whichever domain it is on.
		const other = file.replaceAll(first.host, second.host);
		for (const again of [file, other]) expect((await check(ada, again)).counts).toMatchObject({ same: 3, refused: 0 });
		const before = await listed(ada);
		expect(before).toEqual({ a: first.host, b: second.host, c: null });
		await app.deps.pool.query("DELETE FROM links WHERE user_id = $1", [ada.user.id]);
		const job = await check(ada, file);
		expect(job).toMatchObject({ shape: "visualink", counts: { create: 3 } });
		await bring(ada, job);
		expect(await listed(ada)).toEqual(before);
	});

	it("is not used in another service's file, unless the owner says so", async () => {
		const ada = await subscriber(app, "enterprise");
		const job = await check(ada, "domain,shortUrl,longUrl,title\nbit.ly,https://bit.ly/x,https://example.com/,T");
		expect(job.counts).toMatchObject({ create: 1 });
		expect(job.columns?.[0]).toEqual({ at: 0, name: "domain", use: null });
	});
});
