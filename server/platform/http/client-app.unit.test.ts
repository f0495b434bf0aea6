import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROMOTION_CODES, type PromotionCode } from "#shared/billing/plans/promotion-codes.ts";
import { createClientApp } from "./client-app.ts";
import { errorHandler } from "./error-handler.ts";
import { createRequestIds } from "./request-id.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "visualink-client-"));
let server: Server;
let codes: readonly PromotionCode[] = PROMOTION_CODES;
let now = new Date("2026-07-01");

beforeAll(async () => {
	const files = {
		"index.html":
			'<html lang="en"><link rel="canonical" href="__PUBLIC_ORIGIN__/">home at __LINKS_HOST__, <a href="__CONTACT_URL__">Contact</a>',
		"pricing.html":
			'<html lang="en"><meta name="vat-note" content="__VAT_NOTE__">prices: __VAT_NOTE__ (__CODES_NOTE__) (__DISCOUNT_NOTE__)',
		"terms.html": '<html lang="en">© __YEAR__ Visualink',
		"app.html": '<html lang="en">shell',
		"404.html": '<html lang="en">lost',
		"pages.json": JSON.stringify({
			"/": "index.html",
			"/pricing": "pricing.html",
			"/terms": "terms.html",
			"/admin": "app.html",
			"/admin/link/edit/:linkSlug": "app.html",
			"*": "404.html",
		}),
		"robots.txt": "Sitemap: __PUBLIC_ORIGIN__/sitemap.xml",
		"favicon.ico": "icon",
		"theme.css": "a{}",
		"data.json": "{}",
		"card.png": "png",
		"logo.svg": "<svg/>",
		"site.webmanifest": "{}",
		"font.woff2": "font",
		"sitemap.xml": "<urlset>__PUBLIC_ORIGIN__</urlset>",
		"notes.md": "nobody's business",
		"assets/app-Ab12.js": "run()",
		"assets/app-Ab12.js.br": "as brotli",
		"assets/app-Ab12.js.gz": "as gzip",
	};
	mkdirSync(path.join(dir, "assets"));
	for (const [name, content] of Object.entries(files)) writeFileSync(path.join(dir, name), content);
	server = await listen(dir);
});

afterAll(() => {
	server.close();
	rmSync(dir, { recursive: true });
});

it.each([
	["/", 200, 'home at v.example, <a href="https://forms.example/ask?a=1&amp;b=2">Contact</a>'],
	["/pricing", 200, "prices"],
	["/pricing?plan=pro", 200, "prices"],
	["/admin", 200, "shell"],
	["/admin/link/edit/any-slug", 200, "shell"],
	["/admin/link/edit/a/b", 404, "lost"],
	["/admin/link/edit/", 404, "lost"],
	["/nowhere", 404, "lost"],
	["/index.html", 404, "Not found"],
	["/pages.json", 404, "Not found"],
	["/assets/gone.js", 404, "Not found"],
	["/assets/app-Ab12.js.br", 404, "Not found"],
	["/wp-login.php", 404, "Not found"],
	["/notes.md", 404, "Not found"],
	["/assets", 404, "lost"],
	["/api", 404, '"message":"Not found"'],
	["/apiary", 404, "lost"],
	["/sitemap.xml", 200, "<urlset>https://visualink.example</urlset>"],
	["/api/unknown", 404, '"kind":"not_found"'],
	["/go/unknown", 404, '"kind":"not_found"'],
	["/images/unknown", 404, '"kind":"not_found"'],
	["/sandbox", 404, '"kind":"not_found"'],
	["/robots.txt", 200, "Sitemap: https://visualink.example/sitemap.xml"],
	["/favicon.ico", 200, "icon"],
	["/%E0%A4%A", 404, "lost"],
	["/../package.json", 404, "Not found"],
])("GET %s answers %i with %s", async (target, status, text) => {
	const answer = await get(target);
	expect(answer.status).toBe(status);
	expect(answer.body).toContain(text);
});

it.each([
	["/pricing/", "/pricing"],
	["/admin//", "/admin"],
])("GET %s goes to %s", async (target, location) => {
	const answer = await get(target);
	expect([answer.status, answer.headers.location]).toEqual([308, location]);
});

it("never redirects to another host", async () => {
	expect((await get("//evil.example/")).status).toBe(404);
});

it("keeps hashed files for good and asks again for pages", async () => {
	expect((await get("/assets/app-Ab12.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
	const page = await get("/pricing");
	expect(page.headers["cache-control"]).toBe("no-cache");
	const again = await get("/pricing", { "if-none-match": String(page.headers.etag) });
	expect([again.status, again.body]).toEqual([304, ""]);
});

it.each([
	["/", "text/html; charset=utf-8"],
	["/nowhere", "text/html; charset=utf-8"],
	["/nowhere.js", "text/plain; charset=utf-8"],
	["/theme.css", "text/css; charset=utf-8"],
	["/assets/app-Ab12.js", "text/javascript; charset=utf-8"],
	["/robots.txt", "text/plain; charset=utf-8"],
	["/favicon.ico", "image/x-icon"],
	["/data.json", "application/json; charset=utf-8"],
	["/card.png", "image/png"],
	["/logo.svg", "image/svg+xml"],
	["/site.webmanifest", "application/manifest+json; charset=utf-8"],
	["/font.woff2", "font/woff2"],
	["/sitemap.xml", "application/xml"],
])("%s is said to be %s", async (target, type) => {
	expect((await get(target)).headers["content-type"]).toBe(type);
});

it.each([
	["/favicon.ico", "public, max-age=3600", "Accept-Encoding"],
	["/robots.txt", "no-cache", "Accept-Encoding"],
	["/pricing", "no-cache", "Accept-Encoding, Cookie, Sec-Fetch-Site"],
	["/nowhere", "no-cache", "Accept-Encoding, Cookie, Sec-Fetch-Site"],
	["/nowhere.js", "no-store", undefined],
])("%s is kept as %s, by %s", async (target, cacheControl, vary) => {
	const { headers } = await get(target);
	expect([headers["cache-control"], headers.vary]).toEqual([cacheControl, vary]);
});

it("asks for the not-found page again even when it is known, as its status matters", async () => {
	const lost = await get("/nowhere");
	const again = await get("/nowhere", { "if-none-match": String(lost.headers.etag) });
	expect([again.status, again.body]).toEqual([404, lost.body]);
});

it("tells the length of what is sent", async () => {
	for (const accepted of ["br", "gzip", "identity"]) {
		const { headers, raw } = await get("/pricing", { "accept-encoding": accepted });
		expect([accepted, Number(headers["content-length"])]).toEqual([accepted, raw.length]);
	}
});

it("sends the smallest copy that the browser takes", async () => {
	const encoded = async (target: string, accepted: string) => {
		const { headers, raw } = await get(target, { "accept-encoding": accepted });
		return [headers["content-encoding"], raw] as const;
	};
	expect((await encoded("/assets/app-Ab12.js", "gzip, br"))[1].toString()).toBe("as brotli");
	expect((await encoded("/assets/app-Ab12.js", "gzip"))[1].toString()).toBe("as gzip");
	expect((await encoded("/assets/app-Ab12.js", "identity"))[1].toString()).toBe("run()");
	const [br, page] = await encoded("/", "br");
	expect([br, brotliDecompressSync(page).toString()]).toEqual(["br", expect.stringContaining("home")]);
	const [gzip, zipped] = await encoded("/", "gzip");
	expect([gzip, gunzipSync(zipped).toString()]).toEqual(["gzip", expect.stringContaining("home")]);
});

it.each([
	["same-origin", true],
	["none", true],
	["cross-site", false],
	["same-site", false],
	[undefined, false],
])("says whether a page was opened by ourselves or the user: %s (P243)", async (site, isOwn) => {
	for (const cookie of ["", "visualink=s%3Aabc"]) {
		const { body } = await get("/admin", { cookie, ...(site && { "sec-fetch-site": site }) });
		expect(body.includes('data-navigation="own"')).toBe(isOwn);
		expect(body.includes('data-session="none"')).toBe(cookie === "");
	}
});

it("marks a page for visitors without a session, and never serves it to others from a cache", async () => {
	const visitor = await get("/");
	const person = await get("/", { cookie: "theme=x; visualink=s%3Aabc" });
	expect((await get("/", { cookie: "theme=x" })).body).toContain('data-session="none"');
	expect((await get("/nowhere", { cookie: "visualink=s%3Aabc" })).body).not.toContain("data-session");
	expect(visitor.body).toContain('data-session="none"');
	expect(person.body).not.toContain("data-session");
	expect(visitor.headers.vary).toContain("Cookie");
	expect(visitor.headers.etag).not.toBe(person.headers.etag);
});

it("answers HEAD like GET without a body, and no other method", async () => {
	const head = await get("/pricing", {}, "HEAD");
	expect([head.status, head.body, Number(head.headers["content-length"]) > 0]).toEqual([200, "", true]);
	const post = await get("/pricing", {}, "POST");
	expect([post.status, post.headers.allow]).toEqual([405, "GET, HEAD"]);
	expect(JSON.parse(post.body)).toMatchObject({ kind: "method_not_allowed", message: "Method not allowed" });
});

it("says what to do when the client is not built", async () => {
	const empty = await listen(path.join(dir, "assets"));
	const answer = await get("/", {}, "GET", empty);
	const other = await get("/api/unknown", {}, "GET", empty);
	empty.close();
	expect([answer.status, answer.body]).toEqual([503, expect.stringContaining("npm run build")]);
	expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
	expect([other.status, JSON.parse(other.body)]).toMatchObject([404, { kind: "not_found", message: "Not found" }]);
});

it("a line below every page names what a sandbox stands in for, and only then", async () => {
	const whole = mkdtempSync(path.join(os.tmpdir(), "visualink-client-"));
	writeFileSync(path.join(whole, "pages.json"), '{ "/": "index.html", "*": "404.html" }');
	for (const page of ["index.html", "404.html"]) writeFileSync(path.join(whole, page), "<html><body>page</body>");
	const line = (words: string) =>
		`page<aside class="sandbox-line">Sandbox: ${words} not the real thing here.</aside></body>`;
	for (const [sandbox, end] of [
		[[], "page</body>"],
		[["Stripe"], line("Stripe is")],
		[["Google", "Stripe"], line("Google and Stripe are")],
	] as const) {
		const from = await listen(whole, [...sandbox]);
		for (const asked of ["/", "/nowhere"])
			expect((await get(asked, {}, "GET", from)).body).toMatch(new RegExp(`<body>${end}$`));
		from.close();
	}
	rmSync(whole, { recursive: true, force: true });
});

it("writes the sentence about VAT into pages, for people and for the client", async () => {
	const note = "It isn&#39;t added.";
	expect((await get("/pricing")).body).toContain(`<meta name="vat-note" content="${note}">prices: ${note}`);
});

it("writes the promotion codes that Stripe takes, and no other (P573)", async () => {
	const before = await get("/pricing");
	expect(before.body).toMatch(/\(The code FIRST50OFF .*CUT50OFF .*\) \(50% discount with the code CUT50OFF .*\)/);
	codes = ["FIRST50OFF"];
	const after = await get("/pricing", { "if-none-match": before.headers.etag });
	expect([after.status, after.body]).toEqual([200, expect.not.stringContaining("CUT50OFF")]);
	expect(after.body).toContain("The code FIRST50OFF");
	codes = [];
	expect((await get("/pricing")).body).toContain("() ()");
	codes = PROMOTION_CODES;
});

it("writes the present year, also where the process outlives it (P88)", async () => {
	const before = await get("/terms");
	expect(before.body).toContain("© 2026 Visualink");
	now = new Date("2027-07-01");
	const after = await get("/terms", { "if-none-match": before.headers.etag });
	expect([after.status, after.body]).toEqual([200, expect.stringContaining("© 2027 Visualink")]);
});

async function listen(folder: string, sandbox: string[] = []): Promise<Server> {
	const app = express();
	app.use(
		createClientApp({
			dir: folder,
			publicOrigin: "https://visualink.example",
			linksOrigin: "https://v.example",
			imagesOrigin: "https://v.example",
			contactUrl: "https://forms.example/ask?a=1&b=2",
			vatNote: "It isn't added.",
			offeredCodes: () => codes,
			now: () => now,
			sessionCookie: "visualink",
			sandbox,
		}),
	);
	app.use(errorHandler({ log: pino({ level: "silent" }), requestIds: createRequestIds() }));
	const listening = createServer(app);
	await new Promise<void>((resolve) => listening.listen(0, resolve));
	return listening;
}

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: string; raw: Buffer };

/** Plain `node:http`, which sends the path as it is and decodes nothing. */
function get(target: string, headers = {}, method = "GET", from = server): Promise<Answer> {
	const { port } = from.address() as AddressInfo;
	return new Promise((resolve, reject) => {
		request({ port, path: target, method, headers }, (res) => {
			const chunks: Buffer[] = [];
			res.on("data", (chunk) => chunks.push(chunk));
			res.on("end", () => {
				const raw = Buffer.concat(chunks);
				resolve({ status: res.statusCode ?? 0, headers: res.headers, body: raw.toString(), raw });
			});
		})
			.on("error", reject)
			.end();
	});
}
