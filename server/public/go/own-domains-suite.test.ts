import { beforeAll, describe, expect, test } from "vitest";
import { askHost, type HostAnswer, type HostRequest } from "#server/testing/app/ask-host.ts";
import { insertLink } from "#server/testing/app/factories.ts";
import { ROUTES } from "#server/testing/app/route-table.ts";
import { routesOf } from "#server/testing/app/routes.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import type { Link } from "#shared/links/links.table.ts";

const OURS = "v.example";
const HOST = "go.brand.example";
const FORMER = "links.brand.example";
const TARGET = "https://example.com/page?a=1#part";
const AGENTS = {
	person: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
	app: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 330.0.3",
	facebook: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
	whatsapp: "WhatsApp/2.23.20.0 A",
	x: "Twitterbot/1.0",
	tool: "curl/8.5.0",
	search: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
	nothing: "",
};
const CARDS = ["facebook", "whatsapp", "x"];

const app = useTestApp({ env: { LINKS_ORIGIN: `http://${OURS}` } });
const ask = (host: string, target: string, options?: HostRequest) => askHost(app, host, target, options);
const sql = async (text: string, values: unknown[] = []) => (await app.deps.pool.query(text, values)).rows;

let ada: Subscriber;
let domainId: number;
let formerId: number;
const links: Record<string, Link> = {};

beforeAll(async () => {
	ada = await subscriber(app);
	domainId = await verifiedDomain(ada, HOST);
	formerId = await verifiedDomain(ada, FORMER);
	const day = 86_400_000;
	const wanted: Record<string, Partial<Link>> = {
		plain: { imageUrl: "/images/abc.jpg", title: 'Tom & "Jerry"' },
		cards: {},
		alias: {},
		flagged: {},
		disabled: { disabledAt: new Date() },
		early: { startsAt: new Date(Date.now() + day) },
		ended: { endsAt: new Date(Date.now() - day) },
		after: { endsAt: new Date(Date.now() - day), afterUrl: "https://example.org/next" },
	};
	for (const [name, link] of Object.entries(wanted)) links[name] = await newLink({ linkSlug: name, ...link });
	await sql("INSERT INTO link_cards (link_id, target, title) VALUES ($1, 'x', 'For X')", [links.cards?.id]);
	await app.deps.db.insert(linkFlags).values({
		...{ linkId: links.flagged?.id ?? 0, state: "flagged", evidence: "sign", contentHash: "x", flaggedAt: new Date() },
		reasons: [{ code: "ip-address", words: ["192.0.2.1"], evidence: "sign" }],
	});
	await sql("UPDATE links SET link_slug = 'renamed' WHERE id = $1", [links.alias?.id]);
	await until(async () => (await ask(HOST, "/plain", { method: "HEAD" })).status === 302, 5_000);
});

async function verifiedDomain({ user }: Subscriber, host: string): Promise<number> {
	const [row] = await sql(
		"INSERT INTO domains (user_id, host, token, verified_at) VALUES ($1, $2, 'token', now()) RETURNING id",
		[user.id, host],
	);
	return row.id;
}

const newLink = (link: Partial<Link>) =>
	insertLink(app.deps.db, { userId: ada.user.id, targetUrl: TARGET, domainId, ...link });

/** Without what differs between two answers to the same request, and between our pages and an account's. */
function compared({ status, headers, body }: HostAnswer) {
	const { date: _, "content-length": __, "keep-alive": ___, ...others } = headers;
	const said = body
		.replace(/\/go\/~size\/[0-9a-f-]{36}/, "/go/~size/id")
		.replaceAll(`http://${OURS}/go/`, "/go/")
		.replace(/<header>.*<\/header>/, "")
		.replace(/<p><a href="[^"]*">Go to the home page<\/a><\/p>/, "")
		.replace('<link rel="icon" href="/favicon.ico">', "");
	return { status, headers: others, body: said };
}

const ours = (slug: string) => `/go/${ada.user.userSlug}/${slug}`;
const viewsOf = async ({ id }: Link) => {
	const [row] = await sql("SELECT views_human AS human, views_bot AS bot FROM links WHERE id = $1", [id]);
	return { human: Number(row.human), bot: Number(row.bot) };
};

describe("the same answers and views as at our address (P636)", () => {
	const searches = ["", "?utm_source=mail&a=2", "?v=2&fbclid=x"];

	test.each(["plain", "cards", "renamed", "alias", "disabled", "early", "ended", "after"])("%s", async (slug) => {
		const link = links[slug === "renamed" ? "alias" : slug] as Link;
		const increases: unknown[] = [];
		for (const [host, target] of [
			[OURS, ours(slug)],
			[HOST, `/${slug}`],
			[HOST, ours(slug)],
		] as const) {
			const before = await viewsOf(link);
			const answers = new Map<string, unknown>();
			for (const [who, agent] of Object.entries(AGENTS)) {
				for (const search of searches) {
					for (const method of ["GET", "HEAD"]) {
						const answer = await ask(host, target + search, { agent, method });
						answers.set(`${method} ${who} ${search}`, compared(answer));
						if (host === HOST) expect(answer.body, who).not.toMatch(/visualink|home page|favicon/i);
					}
				}
			}
			const after = await viewsOf(link);
			increases.push({ answers, human: after.human - before.human, bot: after.bot - before.bot });
		}
		const [there, ...here] = increases;
		for (const each of here) expect(each).toEqual(there);
	});

	test("a card names the domain, also where it is asked for at ours", async () => {
		for (const who of CARDS) {
			const agent = AGENTS[who as keyof typeof AGENTS];
			for (const [host, target] of [
				[HOST, "/PLAIN"],
				[OURS, ours("plain")],
			] as const) {
				const { body } = await ask(host, `${target}?v=2`, { agent });
				expect(body).toContain(`<meta property="og:url" content="http://${HOST}/plain?v=2">`);
				expect(body).toContain(`<link rel="canonical" href="http://${HOST}/plain?v=2">`);
				expect(body).toMatch(new RegExp(`og:image" content="http://${OURS}/images/abc.jpg\\?l=`));
			}
		}
	});

	test.each([
		"//plain",
		"/PLAIN/",
		"/%70lain",
		"/plain).",
		"/plain,and",
		"/plain%E3%80%82",
		"/plain&fbclid=1",
		"/go/x/plain",
	])("%s (P125, P637)", async (target) => {
		expect((await ask(HOST, target)).status).toBe(target === "/go/x/plain" ? 404 : 302);
	});
});

test("a former name of the account's works there, and another account's name doesn't (P637)", async () => {
	const bob = await subscriber(app);
	await insertLink(app.deps.db, {
		userId: bob.user.id,
		linkSlug: "plain",
		domainId: await verifiedDomain(bob, "go.bob.example"),
	});
	await sql("INSERT INTO user_names (slug, user_id) VALUES ('ada-before', $1)", [ada.user.id]);
	expect((await ask(HOST, "/go/Ada-Before/plain")).headers.location).toBe(TARGET);
	for (const target of [`/go/${bob.user.userSlug}/plain`, `/go/${bob.user.userSlug}/plain+`, "/go/nobody/plain"])
		expect((await ask(HOST, target)).status, target).toBe(404);
});

test("images are answered as at our address, but don't bind the account's host", async () => {
	const [there, here] = [await ask(OURS, "/images/none.jpg"), await ask(HOST, "/images/none.jpg?l=x")];
	expect([here.status, here.body, here.headers["set-cookie"]]).toEqual([there.status, there.body, undefined]);
	expect(here.headers).not.toHaveProperty("strict-transport-security");
});

test("a flagged link has its plain card, and leads people to its warning at ours, which counts them", async () => {
	const flagged = links.flagged as Link;
	const before = await viewsOf(flagged);
	for (const who of ["person", "app", "tool"] as const) {
		const { status, headers } = await ask(HOST, "/flagged?a=2", { agent: AGENTS[who] });
		expect([status, headers.location]).toEqual([302, `http://${OURS}${ours("flagged")}?a=2`]);
	}
	expect(await viewsOf(flagged)).toEqual(before);
	expect((await ask(OURS, `${ours("flagged")}?a=2`)).body).toContain("Check where this link leads");
	const card = await ask(HOST, "/flagged", { agent: AGENTS.facebook });
	expect(card.body).toContain('og:title" content="Link to example.com"');
	expect(card.body).toContain(`rel="canonical" href="http://${HOST}/flagged"`);
	expect(await viewsOf(flagged)).toEqual({ human: before.human + 1, bot: before.bot + 1 });
});

test("a trust page is at ours for what is there, and for nothing else", async () => {
	expect((await ask(HOST, "/plain+")).headers.location).toBe(`http://${OURS}${ours("plain")}+`);
	expect((await ask(HOST, `${ours("disabled")}+`)).headers.location).toBe(`http://${OURS}${ours("disabled")}+`);
	expect((await ask(HOST, "/none+")).status).toBe(404);
});

test("the size of a window is taken from pages of the domain alone, in browsers without Sec-Fetch-Site too (P638)", async () => {
	const { body } = await ask(HOST, "/plain", { agent: AGENTS.tool });
	const [, report = ""] = /data-size="([^"]+)"/.exec(body) ?? [];
	const from = async (origin: string) =>
		(await ask(HOST, `${report}?w=390&h=844`, { method: "POST", headers: { origin } })).status;
	expect(await from(`http://${HOST}`)).toBe(204);
	for (const origin of [`http://${OURS}`, `http://${FORMER}`, "https://evil.example", "null"]) {
		expect(await from(origin), origin).toBe(403);
	}
	const id = report.split("/").at(-1);
	await until(async () => (await sql("SELECT client_width AS w FROM views WHERE id = $1", [id]))[0]?.w === 390);
});

test("an owner's 'Open' leads to the domain, uncounted (P638)", async () => {
	const link = await newLink({ linkSlug: "opened" });
	const { headers } = await ada.get(`/api/open/${ada.user.userSlug}/opened`);
	const address = new URL(headers.get("location") ?? "");
	expect([address.host, address.pathname]).toEqual([HOST, "/opened"]);
	expect((await ask(HOST, address.pathname + address.search)).headers.location).toBe(TARGET);
	expect(await viewsOf(link)).toEqual({ human: 0, bot: 0 });
	await ask(HOST, "/opened");
	expect(await viewsOf(link)).toEqual({ human: 1, bot: 0 });
});

describe("former domains (P636)", () => {
	const named = async (slug: string) =>
		/rel="canonical" href="([^"]+)"/.exec((await ask(OURS, ours(slug), { agent: AGENTS.facebook })).body)?.[1];

	test("a link answers on each domain that it was on, until its owner has it no longer", async () => {
		const link = await newLink({ linkSlug: "moved", domainId: formerId });
		const move = (to: number | null) => sql("UPDATE links SET domain_id = $2 WHERE id = $1", [link.id, to]);
		const statuses = async () => [(await ask(HOST, "/moved")).status, (await ask(FORMER, "/moved")).status];
		expect(await statuses()).toEqual([404, 302]);
		await move(domainId);
		await until(async () => (await named("moved")) === `http://${HOST}/moved`);
		expect(await statuses()).toEqual([302, 302]);
		await move(null);
		await until(async () => (await named("moved")) === `http://${OURS}${ours("moved")}`);
		expect(await statuses()).toEqual([302, 302]);

		await sql("DELETE FROM domains WHERE id = $1", [formerId]);
		const eve = await subscriber(app);
		await verifiedDomain(eve, FORMER);
		await insertLink(app.deps.db, { userId: eve.user.id, linkSlug: "hers", targetUrl: "https://example.org/" });
		await until(async () => (await ask(FORMER, "/moved")).status === 404, 5_000);
		for (const target of ["/moved", ours("moved"), `/go/${eve.user.userSlug}/moved`])
			expect((await ask(FORMER, target)).status, target).toBe(404);
		expect((await ask(HOST, "/moved")).status).toBe(302);
	});

	test("a domain that an operator disabled serves nothing, and its links are at ours", async () => {
		const host = "off.brand.example";
		const id = await verifiedDomain(ada, host);
		await newLink({ linkSlug: "off", domainId: id });
		await until(async () => (await ask(host, "/off")).status === 302, 5_000);
		expect(await named("off")).toBe(`http://${host}/off`);
		await sql("UPDATE domains SET disabled_at = now() WHERE id = $1", [id]);
		// A process is notified of the link and of the domain one after the other.
		for (const target of ["/off", "/robots.txt"])
			await until(async () => (await ask(host, target)).body === "Not found", 5_000);
		for (const target of ["/", "/robots.txt", "/images/none.jpg", ours("off"), "/off+", "/api/version"])
			expect((await ask(host, target)).body, target).toBe("Not found");
		expect(await named("off")).toBe(`http://${OURS}${ours("off")}`);
		expect((await ask(OURS, ours("off"))).status).toBe(302);
	});
});

test("no route of the service is there, with no method, and no answer sets a cookie (P623)", async () => {
	const routes = [...routesOf(app.express), ...Object.keys(ROUTES)].map((route) => route.split(" "));
	const pages = ["/auth", "/pricing", "/sandbox", "/links", "/assets/a.js", "/.well-known/acme-challenge/x", "/.env"];
	const asked = [...routes, ...pages.map((page) => ["GET", page])].filter(
		([, target]) => !target?.startsWith("/images"),
	);
	expect(asked.length).toBeGreaterThan(60);
	for (const [method = "", target = ""] of asked) {
		const isRead = method === "GET";
		const answer = await ask(HOST, target.replaceAll(/:\w+/g, "x"), { method: method === "ALL" ? "POST" : method });
		expect([answer.status, answer.headers["set-cookie"]], `${method} ${target}`).toEqual([
			isRead ? 404 : 405,
			undefined,
		]);
		expect(answer.body).not.toMatch(/visualink/i);
	}
});
