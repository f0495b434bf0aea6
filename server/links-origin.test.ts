import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { cookieOf } from "./testing/app/browser.ts";
import { withLinksOrigin } from "./testing/app/links-origin.ts";
import { rawRequest } from "./testing/app/raw-request.ts";
import { routesOf } from "./testing/app/routes.ts";
import { createLink, linkForm, subscriber } from "./testing/app/subscriber.ts";
import { useTestApp } from "./testing/app/use-test-app.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";

const app = useTestApp(withLinksOrigin);
let owner: Awaited<ReturnType<typeof subscriber>>;
let link: LinkView;
let path: string;

beforeAll(async () => {
	owner = await subscriber(app);
	link = await createLink(owner, { title: "Summer", customLinkSlug: "summer" });
	path = new URL(link.shortUrl).pathname;
});

const linksOrigin = () => app.deps.config.http.linksOrigin;

type Ask = { method?: string; host?: string; headers?: Record<string, string> };

/** One request, by default at the origin of links. */
function ask(target: string, { method = "GET", host = new URL(linksOrigin()).host, headers = {} }: Ask = {}) {
	const all = { "User-Agent": CHROME, "Accept-Language": "en", Connection: "close", ...headers };
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	return rawRequest(linksOrigin(), `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${lines.join("")}\r\n`);
}

describe("on the origin of links (P364)", () => {
	test("links, their trust pages, reports and files are there", async () => {
		expect(await ask(path)).toMatchObject({ status: 302 });
		expect((await ask(path, { headers: { "User-Agent": FACEBOOK } })).body).toContain("og:title");
		expect(await ask(`${path}+`)).toMatchObject({ status: 200 });
		expect(await ask("/go/~report")).toMatchObject({ status: 200 });
		for (const file of ["/robots.txt", "/favicon.ico", "/icon.svg", "/apple-touch-icon.png", "/robots.txt?v=1"]) {
			const { status, headers } = await ask(file);
			expect([status, headers.has("set-cookie")], file).toEqual([200, false]);
		}
		expect(await ask("/images/none.jpg")).toMatchObject({ status: 404, body: "Not found\n" });
	});

	test("everything else is 404, without a cookie: each route, each page, and what is near to a file", async () => {
		const cookie = cookieOf(owner);
		const routes = routesOf(app.express)
			.map((route) => route.split(" ") as [string, string])
			.filter(([, target]) => !target.startsWith("/images"))
			.map(([method, target]) => [method === "ALL" ? "POST" : method, target.replaceAll(/:\w+/g, String(link.id))]);
		const pages = Object.keys(JSON.parse(await readFile("dist/client/pages.json", "utf8")))
			.filter((page) => page !== "*")
			.map((page) => ["GET", page.replaceAll(/:\w+/g, "summer")]);
		const others = [
			...["/index.html", "/sitemap.xml", "/og.png", "/manifest.webmanifest", "/assets/", "/pages.json", "/.env"],
			...[
				"/sandbox/google/authorize",
				"/robots.txt/",
				"/images",
				"/x/../robots.txt",
				"/%72obots.txt",
				"*",
				"/gopher/a/b",
			],
		].map((target) => ["GET", target]);
		const asked = [...routes, ...pages, ...others, ["POST", "/robots.txt"], ["OPTIONS", "/api/links"]];
		expect(asked.length).toBeGreaterThan(60);
		for (const [method = "", target = ""] of asked) {
			const { status, headers } = await ask(target, { method, headers: { Cookie: cookie } });
			expect([status, headers.get("set-cookie")], `${method} ${target}`).toEqual([404, undefined]);
		}
	});

	test("a session cookie changes nothing", async () => {
		const cookies = new Set<string | undefined>();
		// After the service's own listener, which has passed the request on by then.
		const watch = ({ headers }: IncomingMessage) => cookies.add(headers.cookie);
		app.server.on("request", watch);
		const withoutMoment = (text: string) => text.replaceAll(/^(?:Date|X-Request-Id): .*$/gm, "");
		for (const target of [path, `${path}+`, "/go/~report", "/robots.txt", "/icon.svg", "/api/auth/user", "/admin"]) {
			const [without, withCookie] = [await ask(target), await ask(target, { headers: { Cookie: cookieOf(owner) } })];
			expect(withoutMoment(withCookie.text), target).toBe(withoutMoment(without.text));
		}
		app.server.off("request", watch);
		expect([...cookies]).toEqual([undefined]);
		expect((await owner.get(API.auth.user)).status).toBe(200);
	});

	test.each([
		["without its port", () => new URL(linksOrigin()).hostname],
		["with another port", () => `${new URL(linksOrigin()).hostname}:443`],
		["with a dot", () => `${new URL(linksOrigin()).hostname}.`],
	])("also where its name is written %s", async (_, host) => {
		expect((await ask("/api/plans", { host: host() })).status).toBe(404);
		expect((await ask(path, { host: host() })).status).toBe(302);
	});
});

describe("addresses of links (P363)", () => {
	test("are of the origin of links in lists, CSV and the data export", async () => {
		const shortUrl = `${linksOrigin()}${path}`;
		expect(link.shortUrl).toBe(shortUrl);
		const [listed] = (await (await owner.get(API.links.all)).json()) as LinkView[];
		expect(listed?.shortUrl).toBe(shortUrl);
		expect(await (await owner.get(API.links.csv)).text()).toContain(`"${shortUrl}"`);
		const data = (await (await owner.get(API.account.data)).json()) as { links: LinkView[] };
		expect(data.links[0]?.shortUrl).toBe(shortUrl);
	});

	test("work on the public origin as before; card, image and trust page there name the new one", async () => {
		const host = new URL(app.origin).host;
		expect(await ask(path, { host })).toMatchObject({ status: 302 });
		const { body } = await ask(path, { host, headers: { "User-Agent": FACEBOOK } });
		expect(body).toContain(`<meta property="og:url" content="${linksOrigin()}${path}">`);
		expect(body).toContain(`<link rel="canonical" href="${linksOrigin()}${path}">`);
		const trust = await ask(`${path}+`, { host });
		expect(trust.body).toContain(`<link rel="canonical" href="${linksOrigin()}${path}+">`);
		expect((await ask("/healthz", { host })).status).toBe(200);
	});

	test("of either origin are no targets, and find their link in the search", async () => {
		for (const origin of [app.origin, linksOrigin()]) {
			const target = await owner.post(API.links.all, linkForm({ targetUrl: `${origin}${path}` }));
			expect(target.status).toBe(400);
			const search = await owner.get(`${API.links.search}?q=${encodeURIComponent(origin + path)}`);
			expect(JSON.stringify(await search.json())).toContain(link.shortUrl);
		}
	});

	test("lead home to the public origin", async () => {
		expect((await ask("/")).body).toContain(`<a href="${app.origin}/">`);
		expect((await ask(`${path}+`)).body).toContain(`<a href="${app.origin}/">`);
	});

	test("are what the self-test asks", async () => {
		const tested = await (await owner.post(API.links.selfTest(link.id))).json();
		expect(tested).toMatchObject({ results: expect.arrayContaining([expect.objectContaining({ findings: [] })]) });
	});
});
