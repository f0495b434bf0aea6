import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { type RawResponse, rawRequest } from "#server/testing/app/raw-request.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { links } from "#shared/links/links.table.ts";
import { disabledHosts } from "#shared/moderation/disabling/disabled-hosts.table.ts";
import { views } from "#shared/public/views/views.table.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";
const XSS = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;
const HOUR_MS = 3_600_000;
const IMAGE = `/images/${"a".repeat(64)}.jpg`;

const app = useTestApp();

beforeAll(async () => {
	const { db } = app.deps;
	const { id: userId } = await insertUser(db, "ada");
	const soon = new Date(Date.now() + HOUR_MS);
	const ago = new Date(Date.now() - HOUR_MS);
	const make = (linkSlug: string, link: Parameters<typeof insertLink>[1] | object = {}) =>
		insertLink(db, { userId, linkSlug, targetUrl: `https://${linkSlug.toLowerCase()}.example/page?a=1#part`, ...link });
	await make("Summer", { title: "Summer sale", description: "Half price\non all", imageUrl: IMAGE });
	await make("abroad", { imageUrl: "https://pictures.example/a.png" });
	await make("later", { startsAt: soon, imageUrl: "https://later.example/a.png" });
	await make("over", { endsAt: ago });
	await make("moved", { endsAt: ago, afterUrl: "https://after.example/new" });
	await make("gone", { deleted: true, deletedAt: ago });
	await make("shut", { disabledAt: ago, disabledReason: "phishing" });
	await make("bad-host", { targetUrl: "https://www.evil.example/" });
	await db.insert(disabledHosts).values({ host: "evil.example" });
	await make("xss", { title: XSS, description: XSS, imageUrl: `https://x.example/${XSS}` });
	await make("xss-own", { imageUrl: `/images/${XSS}` });
	await make("xss-url", { targetUrl: new URL(`https://x.example/${XSS}?${XSS}#${XSS}`).href });
	await make("idn", { targetUrl: "https://xn--bcher-kva.example/" });
	await make("fake", { targetUrl: "https://xn--pypal-4ve.com/" });
	await make("long", {
		title: "t".repeat(255),
		description: "&".repeat(2_000),
		targetUrl: `https://l.example/${"p".repeat(2_000)}`,
	});
	await make("rtl", { title: "مرحبا", description: "שלום" });
	const shut = await insertUser(db, "mallory");
	await make("link", { userId: shut.id });
	await db.execute(`UPDATE users SET disabled_at = now() WHERE user_slug = 'mallory'`);
});

type Ask = { method?: string; agent?: string; headers?: Record<string, string> };
function ask(path: string, { method = "GET", agent = CHROME, headers = {} }: Ask = {}): Promise<RawResponse> {
	const all = { Host: "evil.example", "User-Agent": agent, "Accept-Language": "en", Connection: "close", ...headers };
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	return rawRequest(app.origin, `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
}

const SUMMER = [
	"leads to<b",
	"summer.example</b>",
	"https://summer.example/page?a=1#part",
	"<dd>ada</dd>",
	"Summer sale",
];
const GONE = ["Link not found", "It leads nowhere"];
const CLOSED = ["Link disabled", "It leads nowhere", "mailto:abuse@"];

/** Name, path, status, what the page says, what it must not say, and how it is asked for. */
const PROBES: [string, string, number, string[], string[]?, Ask?][] = [
	[
		"a link",
		"/go/ada/Summer+",
		200,
		[...SUMMER, "Created", IMAGE, "Half price\non all", "Report this link"],
		["<script", "Last changed"],
	],
	["?v=", "/go/ada/summer+?v=2", 200, SUMMER, ["v=2"]],
	[
		"the visitor's own query",
		`/go/ada/summer+?utm_source=${encodeURIComponent(XSS)}`,
		200,
		SUMMER,
		["alert(1)", "utm_source"],
	],
	["the absolute form", "http://other.example/go/ada/summer+", 200, SUMMER],
	["HEAD", "/go/ada/summer+", 200, [], [], { method: "HEAD" }],
	["HEAD of nothing", "/go/ada/nothing+", 404, [], [], { method: "HEAD" }],
	["POST", "/go/ada/summer+", 405, ["Method not allowed"], ["summer.example"], { method: "POST" }],
	["a preview fetcher", "/go/ada/summer+", 200, SUMMER, ["og:title", "og:image"], { agent: FACEBOOK }],
	["a search bot", "/go/ada/summer+", 200, SUMMER, [], { agent: "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
	["a tool", "/go/ada/summer+", 200, SUMMER, ["<script"], { agent: "curl/8.5.0" }],
	["nobody", "/go/ada/summer+", 200, SUMMER, [], { agent: "" }],
	["a prefetch", "/go/ada/summer+", 200, SUMMER, [], { headers: { "Sec-Purpose": "prefetch" } }],
	[
		"a link with a picture elsewhere",
		"/go/ada/abroad+",
		200,
		["abroad.example", "Its image is on pictures.example"],
		['<img src="https'],
	],
	[
		"a link before its start",
		"/go/ada/later+",
		200,
		["open yet", "It leads nowhere", "opens on"],
		["later.example", "a.png"],
	],
	[
		"a link after its end",
		"/go/ada/over+",
		200,
		["has ended", "It led to over.example", "https://over.example/page"],
		["Continue to"],
	],
	[
		"a link that leads elsewhere after its end",
		"/go/ada/moved+",
		200,
		["after.example</b>", "It was open until"],
		["moved.example"],
	],
	["a deleted link", "/go/ada/gone+", 404, GONE, ["gone.example"]],
	["no such link", "/go/ada/nothing+", 404, GONE],
	["no such user", "/go/nobody/nothing+", 404, GONE],
	["a disabled link", "/go/ada/shut+", 410, CLOSED, ["shut.example", "phishing"]],
	["a disabled user's link", "/go/mallory/link+", 410, CLOSED, ["link.example"]],
	["a link to a disabled host", "/go/ada/bad-host+", 410, CLOSED, ["evil.example/"]],
	["XSS in its texts", "/go/ada/xss+", 200, ["&lt;script&gt;"], ["<script", "<img src=x"]],
	["XSS in its picture", "/go/ada/xss-own+", 200, ["&lt;script&gt;"], ["<script", "<img src=x"]],
	["XSS in its target", "/go/ada/xss-url+", 200, ["x.example"], ["<script", "<img src=x"]],
	["a host in another language", "/go/ada/idn+", 200, ["bücher.example</b>", "https://xn--bcher-kva.example/"]],
	["a host of look-alikes", "/go/ada/fake+", 200, ["xn--pypal-4ve.com</b>"]],
	["the longest texts", "/go/ada/long+", 200, ["t".repeat(255)]],
	["a text from right to left", "/go/ada/rtl+", 200, ["مرحبا", 'dir="auto"']],
];

test.each(PROBES)("%s: its trust page", async (_, path, status, texts, without = [], how = {}) => {
	const { status: answered, headers, body: bytes } = await ask(path, how);
	const body = Buffer.from(bytes, "latin1").toString();
	expect(answered).toBe(status);
	for (const text of texts) expect(body).toContain(text);
	for (const text of without) expect(body).not.toContain(text);
	expect(headers.get("cache-control")).toBe("private, no-store");
	expect(headers.get("x-robots-tag")).toBe("noindex");
	expect(headers.get("x-content-type-options")).toBe("nosniff");
	expect(headers.get("content-security-policy")).toMatch(
		/^default-src 'none'; img-src 'self'.*frame-ancestors 'none'$/,
	);
	expect(headers.has("set-cookie")).toBe(false);
	expect(Number(headers.get("content-length"))).toBeLessThanOrEqual(20_480);
	if (how.method === "HEAD") expect(body).toBe("");
	else expect(Number(headers.get("content-length"))).toBe(bytes.length);
});

test("none of them is counted", async () => {
	await Promise.all(PROBES.map(([, path, , , , how]) => ask(path, how)));
	const all = await app.deps.db.select().from(links);
	expect(all.every(({ viewsHuman, viewsBot }) => viewsHuman + viewsBot === 0)).toBe(true);
	expect(await app.deps.db.$count(views)).toBe(0);
});

test("a change of what visitors find is noted with its day, and views are none", async () => {
	const { db } = app.deps;
	const isSummer = eq(links.linkSlug, "Summer");
	const changedAt = async () => (await db.select().from(links).where(isSummer))[0]?.changedAt;
	await db.update(links).set({ viewsHuman: 0, viewsBot: 0, title: "Summer sale" }).where(isSummer);
	expect(await changedAt()).toBeNull();
	await db.update(links).set({ title: "Summer sale!" }).where(isSummer);
	expect(await changedAt()).toBeInstanceOf(Date);
	await expect.poll(async () => (await ask("/go/ada/summer+")).body).toContain("Last changed");
});

test("a disabled link's page and the page for unsure visitors lead to it", async () => {
	expect((await ask("/go/ada/shut")).body).toContain('href="/go/ada/shut+">About this link</a>');
	const unsure = await ask("/go/ada/abroad", { agent: "curl/8.5.0" });
	expect(unsure.body).toContain('href="/go/ada/abroad+">Check or report this link</a>');
});
