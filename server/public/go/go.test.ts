import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { createImageTags } from "#server/links/cards/image-tags.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { LINK_HOSTS } from "#server/testing/app/links-origin.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { links } from "#shared/links/links.table.ts";
import { views } from "#shared/public/views/views.table.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";
const TARGET = "https://example.com/page?a=1#part";

describe.each(LINK_HOSTS)("at $where", ({ options, hostOf }) => {
	const app = useTestApp(options);
	let user: User;

	beforeAll(async () => {
		user = await insertUser(app.deps.db, "ada");
	});

	const newLink = (link = {}) => insertLink(app.deps.db, { userId: user.id, targetUrl: TARGET, ...link });
	const pathOf = (link: { linkSlug: string }) => `/go/ada/${link.linkSlug}`;
	const get = (path: string, userAgent: string | null = CHROME, headers: Record<string, string> = {}) =>
		raw("GET", path, { ...(userAgent !== null && { "User-Agent": userAgent }), ...headers });
	const raw = (method: string, path: string, headers: Record<string, string> = {}) => {
		const lines = Object.entries({ "Accept-Language": "en", ...headers }).map(
			([name, value]) => `${name}: ${value}\r\n`,
		);
		return rawRequest(
			app.origin,
			`${method} ${path} HTTP/1.1\r\nHost: ${hostOf(app)}\r\nConnection: close\r\n${lines.join("")}\r\n`,
		);
	};
	const viewsOf = (link: { id: number }) => app.deps.db.select().from(views).where(eq(views.linkId, link.id));
	const countersOf = async (link: { id: number }) => {
		const [row] = await app.deps.db.select().from(links).where(eq(links.id, link.id));
		return { human: row?.viewsHuman, bot: row?.viewsBot };
	};

	describe("the three answers", () => {
		test("a person is sent on, and counted before the answer", async () => {
			const link = await newLink();
			const visitedAt = Date.now();
			const response = await get(pathOf(link));
			expect(response.status).toBe(302);
			expect(response.headers.get("location")).toBe(TARGET);
			expect(response.headers.get("cache-control")).toBe("private, no-store");
			expect(response.headers.get("vary")).toBe("User-Agent");
			expect(response.headers.get("x-robots-tag")).toBe("noindex");
			expect(response.headers.has("set-cookie")).toBe(false);
			expect(await countersOf(link)).toEqual({ human: 1, bot: 0 });
			const [view] = await viewsOf(link);
			expect(view).toMatchObject({
				userId: user.id,
				ip: "127.0.0.0",
				userAgent: CHROME,
				isBot: false,
				attribution: "",
			});
			expect(Number(view?.timestamp)).toBeGreaterThanOrEqual(visitedAt);
		});

		test("a preview fetcher gets the card without a script", async () => {
			const link = await newLink({ title: 'Tom & "Jerry\'s" <b>', imageUrl: "/images/abc.jpg" });
			const tag = createImageTags(app.deps).sign({ id: link.id, cardVersion: 1 }, "/images/abc.jpg");
			const { status, headers, body } = await get(`${pathOf(link)}?v=2&utm_source=x`, FACEBOOK);
			expect(status).toBe(200);
			expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
			expect(headers.get("content-security-policy")).not.toContain("script-src");
			expect(body).toContain('<meta property="og:title" content="Tom &amp; &#34;Jerry&#39;s&#34; &lt;b&gt;">');
			expect(body).toContain(
				`<meta property="og:url" content="${app.deps.config.http.linksOrigin}${pathOf(link)}?v=2">`,
			);
			expect(body).toContain(`<link rel="canonical" href="${app.deps.config.http.linksOrigin}${pathOf(link)}?v=2">`);
			expect(body).toContain(
				`<meta property="og:image" content="${app.deps.config.http.linksOrigin}/images/abc.jpg?l=${tag}">`,
			);
			expect(body).toContain('<meta property="og:image:width" content="1200">');
			expect(body).toContain('<meta name="twitter:card" content="summary_large_image">');
			expect(body).toMatch(
				/<a rel="nofollow noopener noreferrer" href="https:\/\/example.com\/page\?a=1&amp;utm_source=x#part">/,
			);
			expect(body).not.toMatch(/<script|http-equiv|ld\+json|evil\.example/);
			expect(await countersOf(link)).toEqual({ human: 0, bot: 1 });
			expect(await viewsOf(link)).toMatchObject([{ attribution: "facebook", isBot: true }]);
		});

		test.each([
			["an empty user agent", ""],
			["no user agent", null],
			["a search bot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
			["a tool", "curl/8.5.0"],
		])("%s gets the page that does both", async (_, userAgent) => {
			const link = await newLink();
			const { status, body } = await get(pathOf(link), userAgent);
			expect(status).toBe(200);
			expect(body).toContain("og:title");
			expect(body).toContain("location.replace(a.href)");
			expect(await countersOf(link)).toEqual({ human: 0, bot: 1 });
		});

		test("the window's size that the page reports is kept with its view, once and only if it makes sense", async () => {
			const link = await newLink();
			const { body } = await get(pathOf(link), "curl/8.5.0");
			const report = /data-size="([^"]+)"/.exec(body)?.[1];
			expect((await raw("POST", `${report}?w=99999&h=1`)).status).toBe(204);
			expect((await raw("POST", `${report}?w=390&h=844`)).status).toBe(204);
			await expect.poll(async () => (await viewsOf(link))[0]).toMatchObject({ clientWidth: 390, clientHeight: 844 });
			expect((await raw("POST", `${report}?w=1&h=1`)).status).toBe(204);
			expect(await viewsOf(link)).toMatchObject([{ clientWidth: 390, clientHeight: 844 }]);
		});
	});

	describe("what is not a view", () => {
		test.each([CHROME, FACEBOOK, "curl/8"])("HEAD has GET's status and headers, and no body: %s", async (userAgent) => {
			const link = await newLink();
			const head = await raw("HEAD", pathOf(link), { "User-Agent": userAgent });
			expect(await viewsOf(link)).toEqual([]);
			const full = await get(pathOf(link), userAgent);
			full.headers.delete("date");
			head.headers.delete("date");
			expect(head.status).toBe(full.status);
			expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(full.headers));
			expect(head.body).toBe("");
		});

		test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])("%s is refused", async (method) => {
			const link = await newLink();
			const response = await raw(method, pathOf(link), { "User-Agent": CHROME });
			expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
			expect(await viewsOf(link)).toEqual([]);
		});
	});

	describe("paths", () => {
		test("case, slashes and what is stuck to the end make no difference; an encoded letter is the letter", async () => {
			const link = await newLink({ linkSlug: "MixedCase" });
			for (const path of ["/go/ADA/mixedcase", "/go/ada/MIXEDCASE/", "/go/ada/%4dixedCase", "//GO/ada//mixedcase)."]) {
				expect((await get(path)).status, path).toBe(302);
			}
			expect((await get("/go/ADA/mixedcase", FACEBOOK)).body).toContain(
				`content="${app.deps.config.http.linksOrigin}/go/ada/MixedCase"`,
			);
			expect(await countersOf(link)).toEqual({ human: 4, bot: 1 });
		});

		test("unknown user, unknown slug, deleted link and a target that nobody may be sent to answer the same", async () => {
			const deleted = await newLink({ deleted: true });
			const bad = await newLink({ targetUrl: "javascript:alert(1)" });
			const seen = await Promise.all(
				["/go/nobody/x", "/go/ada/unknown", pathOf(deleted), pathOf(bad)].map((path) => get(path)),
			);
			const [first, ...others] = seen.map(({ status, headers, body }) => ({
				status,
				body,
				headers: Object.fromEntries([...headers].filter(([name]) => name !== "date")),
			}));
			expect(first).toMatchObject({
				status: 404,
				headers: { "cache-control": "private, no-store", "x-robots-tag": "noindex" },
			});
			for (const other of others) expect(other).toEqual(first);
			expect(first?.body).not.toContain("og:");
			expect(await viewsOf(bad)).toEqual([]);
		});

		test("the absolute form of a request works, and the host in it is not believed", async () => {
			const link = await newLink();
			const { status, body } = await get(`http://evil.example${pathOf(link)}`, FACEBOOK, {
				"X-Forwarded-Host": "evil.example",
			});
			expect(status).toBe(200);
			expect(body).not.toContain("evil.example");
		});

		test("a slug that did not exist a moment ago works once it is made", async () => {
			expect((await get("/go/ada/brandnew")).status).toBe(404);
			await newLink({ linkSlug: "BrandNew" });
			await expect.poll(async () => (await get("/go/ada/brandnew")).status).toBe(302);
		});
	});

	describe("totals", () => {
		test("of a person and of one link; others' links are not found", async () => {
			const browser = await app.signedIn({ email: "grace@example.com" });
			expect(await (await browser.get("/api/stats/views")).json()).toEqual({ total: 0, human: 0, bot: 0 });
			const [grace] = await app.deps.db.select().from(users).where(eq(users.email, "grace@example.com"));
			const mine = await insertLink(app.deps.db, { userId: grace?.id ?? "", linkSlug: "mine" });
			const gone = await insertLink(app.deps.db, { userId: grace?.id ?? "", viewsHuman: 2 ** 31, deleted: true });
			await get(`/go/${grace?.userSlug}/mine`);
			await get(`/go/${grace?.userSlug}/mine`, FACEBOOK);
			await get(`/go/${grace?.userSlug}/mine`, "curl/8");
			const totals = { total: 2 ** 31 + 3, human: 2 ** 31 + 1, bot: 2 };
			expect(await (await browser.get("/api/stats/views")).json()).toEqual(totals);
			const ofLink = async ({ id }: { id: number }) => (await browser.get(`/api/stats/links/${id}/views`)).json();
			expect(await ofLink(mine)).toEqual({ total: 3, human: 1, bot: 2 });
			expect(await ofLink(gone)).toEqual({ total: 2 ** 31, human: 2 ** 31, bot: 0 });
			const foreign = await newLink();
			for (const id of [foreign.id, "99999999999", "-1", "abc", "1.5"]) {
				expect((await browser.get(`/api/stats/links/${id}/views`)).status, String(id)).toBe(404);
			}
			expect((await app.browser().get("/api/stats/views")).status).toBe(401);
		});
	});
});
