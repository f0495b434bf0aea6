import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { rounds } from "#server/testing/app/torture.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { currentUser } from "#shared/account/auth/current-user.ts";
import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";

const app = useTestApp();

const sessionRows = async () => (await app.deps.pool.query("SELECT sid, sess FROM sessions ORDER BY sid")).rows;

describe("signing in", () => {
	it("leads through Google to /admin and says who is signed in", async () => {
		const browser = app.browser();
		const start = await browser.get("/api/auth/google?login_hint=ada@example.com");
		expect(start.status).toBe(302);
		expect(start.headers.get("location")).toContain("/sandbox/google/authorize?");

		const callback = await browser.get(start.headers.get("location") ?? "");
		const end = await browser.get(callback.headers.get("location") ?? "");
		expect(end.status).toBe(302);
		expect(end.headers.get("location")).toBe("/admin");

		const user = await browser.get("/api/auth/user");
		expect(user.status).toBe(200);
		expect(await user.json()).toMatchObject({
			email: "ada@example.com",
			userSlug: expect.stringMatching(/^[a-z0-9-]{1,20}$/),
			needsConsent: true,
			hasConsent: false,
		});
	});

	it("C1: gives the session a new id, and the visitor's one is gone", async () => {
		const browser = app.browser();
		const start = await browser.get("/api/auth/google?login_hint=fixation@example.com");
		const before = browser.cookies.get("visualink");
		await browser.follow(start);
		expect(browser.cookies.get("visualink")).not.toBe(before);

		const victim = app.browser();
		victim.cookies.set("visualink", before ?? "");
		expect((await victim.get("/api/auth/user")).status).toBe(401);
	});

	it("goes back to the screen that was asked for, and never to anything else (P34)", async () => {
		for (const [returnTo, expected] of [
			["/admin/link/new?url=https://example.com/", "/admin/link/new?url=https://example.com/"],
			["https://evil.example/", "/admin"],
			["/go/ada/summer", "/admin"],
		]) {
			const browser = app.browser();
			const start = await browser.get(
				`/api/auth/google?login_hint=back@example.com&returnTo=${encodeURIComponent(returnTo ?? "")}`,
			);
			const callback = await browser.get(start.headers.get("location") ?? "");
			const end = await browser.get(callback.headers.get("location") ?? "");
			expect(end.headers.get("location")).toBe(expected);
		}
	});

	it("knows the screens that the client has (P34)", async () => {
		const pages = Object.keys(JSON.parse(await readFile("dist/client/pages.json", "utf8")));
		expect(pages.filter((page) => page !== "*").sort()).toEqual(Object.values(SCREEN_PATHS).sort());
	});

	it.each([
		["?error=access_denied", "denied"],
		["?error=server_error", "google"],
		["", "state"],
		["?code=made-up", "state"],
		["?code=made-up&state=made-up", "state"],
		["?code=a&code=b", "state"],
	])("C3, C4: %s comes back as auth_error=%s without a session", async (query, kind) => {
		const browser = app.browser();
		const answer = await browser.get(`/api/auth/google/callback${query}`);
		expect(answer.status).toBe(302);
		expect(answer.headers.get("location")).toBe(`/?auth_error=${kind}`);
		expect((await browser.get("/api/auth/user")).status).toBe(401);
	});

	it("C3: a state can be used once, and only by the browser it was given to", async () => {
		const browser = app.browser();
		const start = await browser.get("/api/auth/google?login_hint=replay@example.com");
		const authorize = await browser.get(start.headers.get("location") ?? "");
		const callback = authorize.headers.get("location") ?? "";

		const stranger = app.browser();
		expect((await stranger.get(callback)).headers.get("location")).toBe("/?auth_error=state");
		expect((await browser.get(callback)).headers.get("location")).toBe("/admin");
		await browser.get("/api/auth/logout");
		expect((await browser.get(callback)).headers.get("location")).toBe("/?auth_error=state");
	});

	it("C6: a visitor gets no cookie; the session's is HttpOnly and SameSite=Lax", async () => {
		const visitor = await app.browser().get("/api/auth/user");
		expect(visitor.headers.getSetCookie()).toEqual([]);
		const [cookie = ""] = (await app.browser().get("/api/auth/google")).headers.getSetCookie();
		expect(cookie).toMatch(/; Path=\/;.*HttpOnly; SameSite=Lax/);
	});

	it.each([
		["P466", "Google Support", "nice@example.com", /^user-[2-9a-hjkmnp-z]{5}$/],
		["P466", "Chase", "nice3@example.com", /^chase$/],
		["P31", "Łukasz", "first.secret@example.com", /^lukasz$/],
		["P31", "", "second.secret@example.com", /^user-[2-9a-hjkmnp-z]{5}$/],
	])("%s: gives %j (%s) a name that is no brand's and not of the mail address", async (_, given, email, name) => {
		const browser = app.browser();
		app.sandbox?.google.setPerson(email, { given_name: given });
		await browser.follow(await browser.get(`/api/auth/google?login_hint=${email}`));
		expect(currentUser.parse(await (await browser.get("/api/auth/user")).json()).userSlug).toMatch(name);
	});

	it("D10: gives people of one name slugs of their own when all sign in at once", async () => {
		const count = rounds({ long: 100, short: 30 });
		const people = Array.from({ length: count }, (_, n) => `grace@host${n}.example`);
		const slugs = await Promise.all(
			people.map(async (email) => {
				const answer = await (await app.signedIn({ email, consent: false })).get("/api/auth/user");
				expect(answer.status).toBe(200);
				return currentUser.parse(await answer.json()).userSlug;
			}),
		);
		expect(new Set(slugs).size).toBe(count);
		for (const slug of slugs) expect(slug).toMatch(/^grace(-\d{1,6})?$/);
	});
});

describe("an identity", () => {
	it("C5: follows Google's sub through a change of e-mail", async () => {
		await app.signedIn({ email: "old@example.com" });
		await app.deps.pool.query("UPDATE users SET email = 'older@example.com' WHERE email = 'old@example.com'");
		const again = await app.signedIn({ email: "old@example.com", consent: false });
		expect(await (await again.get("/api/auth/user")).json()).toMatchObject({
			email: "old@example.com",
			hasConsent: true,
		});
	});

	it("C5: of another sub with a known e-mail is refused, never merged", async () => {
		await app.deps.pool.query(
			"INSERT INTO users (id, email, user_slug) VALUES ('another-sub', 'twice@example.com', 'twice-other')",
		);
		const browser = app.browser();
		const start = await browser.get("/api/auth/google?login_hint=twice@example.com");
		const callback = await browser.get(start.headers.get("location") ?? "");
		const end = await browser.get(callback.headers.get("location") ?? "");
		expect(end.headers.get("location")).toBe("/?auth_error=email_taken");
		expect((await browser.get("/api/auth/user")).status).toBe(401);
	});
});

describe("signing out", () => {
	it("C2: ends the session, removes its row and its cookie", async () => {
		const browser = await app.signedIn({ email: "leaving@example.com" });
		const cookie = browser.cookies.get("visualink") ?? "";
		const before = await sessionRows();
		const answer = await browser.get("/api/auth/logout");
		expect(answer.status).toBe(302);
		expect(answer.headers.get("location")).toBe("/");
		expect(browser.cookies.has("visualink")).toBe(false);
		expect(await sessionRows()).toHaveLength(before.length - 1);

		browser.cookies.set("visualink", cookie);
		expect((await browser.get("/api/auth/user")).status).toBe(401);
	});

	it.each(["cross-site", "same-site"])("C11: does nothing when a %s page asks for it", async (site) => {
		const browser = await app.signedIn({ email: "staying@example.com" });
		const answer = await browser.get("/api/auth/logout", { headers: { "Sec-Fetch-Site": site } });
		expect(answer.headers.get("location")).toBe("/");
		expect((await browser.get("/api/auth/user")).status).toBe(200);
	});
});
