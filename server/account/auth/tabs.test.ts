import { describe, expect, it } from "vitest";
import type { Browser } from "#server/testing/app/browser.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const RETURN_TO = ["/pricing", "/account", "/privacy", "/terms", "/admin/analytics", "/admin/import"];

let clock = 0;
const app = useTestApp({ now: () => new Date(Date.now() + clock) });

/** Opens sign-in in a tab: the address of Google's page. */
async function openTab(browser: Browser, { returnTo = "", email = "ada@example.com" } = {}): Promise<string> {
	const query = new URLSearchParams({ login_hint: email, returnTo });
	return (await browser.get(`${API.auth.google}?${query}`)).headers.get("location") ?? "";
}
const chosen = async (browser: Browser, tab: string) => (await browser.get(tab)).headers.get("location") ?? "";
const comeBack = async (browser: Browser, callback: string) =>
	(await browser.get(callback)).headers.get("location") ?? "";
/** Finishes sign-in in a tab: where that leads. */
const finish = async (browser: Browser, tab: string) => comeBack(browser, await chosen(browser, tab));
async function cancel(browser: Browser, tab: string): Promise<string> {
	const form = new URLSearchParams([...new URL(tab, app.origin).searchParams, ["deny", "1"]]);
	form.delete("login_hint");
	const answer = await browser.post("/sandbox/google/authorize", form);
	return comeBack(browser, answer.headers.get("location") ?? "");
}
const emailOf = async (browser: Browser) =>
	((await (await browser.get(API.auth.user)).json()) as { email?: string }).email ?? null;
const openTabs = async (browser: Browser, count: number) => {
	const tabs = [];
	for (let n = 0; n < count; n += 1) {
		const returnTo = `${RETURN_TO[n % RETURN_TO.length]}?tab=${n}`;
		tabs.push({ returnTo, tab: await openTab(browser, { returnTo }) });
	}
	return tabs;
};

describe("several tabs at Google's page (P510)", () => {
	it.each([
		["2 tabs in order", 2, false],
		["2 tabs in reverse", 2, true],
		["10 tabs in order", 10, false],
		["10 tabs in reverse", 10, true],
	])("%s: each leads where it wanted to go", async (_name, count, isReverse) => {
		const browser = app.browser();
		const tabs = await openTabs(browser, count);
		for (const { tab, returnTo } of isReverse ? tabs.toReversed() : tabs)
			expect(await finish(browser, tab)).toBe(returnTo);
		expect(await emailOf(browser)).toBe("ada@example.com");
	});

	it("tabs that begin and end at the same moment lose nothing", async () => {
		const browser = app.browser();
		const canceled = await openTab(browser);
		const [tabs, end] = await Promise.all([
			Promise.all(RETURN_TO.map(async (returnTo) => ({ returnTo, tab: await openTab(browser, { returnTo }) }))),
			cancel(browser, canceled),
		]);
		expect(end).toBe("/?auth_error=denied");
		for (const { tab, returnTo } of tabs) expect(await finish(browser, tab)).toBe(returnTo);
	});

	it("of 11 the oldest fails before there is a sign-in, and leads to the dashboard afterwards", async () => {
		const browser = app.browser();
		const [oldest, ...others] = await openTabs(browser, 11);
		expect(await finish(browser, oldest?.tab ?? "")).toBe("/?auth_error=state");
		for (const { tab, returnTo } of others) expect(await finish(browser, tab)).toBe(returnTo);
		expect(await finish(browser, oldest?.tab ?? "")).toBe("/admin");
	});

	it("the longest addresses fit into the session, whatever characters they have", async () => {
		for (const character of ["a", "\\", "\u{1F600}", "é", '"']) {
			const browser = app.browser();
			const returnTo = `/admin?${character.repeat(Math.floor(500 / character.length))}`;
			const tabs = [];
			for (let n = 0; n < 10; n += 1) tabs.push(await openTab(browser, { returnTo }));
			expect(new URL(await finish(browser, tabs.at(-1) ?? ""), app.origin).pathname).toBe("/admin");
			expect(await emailOf(browser)).toBe("ada@example.com");
		}
		const { rows } = await app.deps.pool.query("SELECT max(length(sess)) AS longest FROM sessions");
		expect(rows[0].longest).toBeGreaterThan(4_000);
	});

	it("Back and a reload after signing in are no failure", async () => {
		const browser = app.browser();
		const tab = await openTab(browser, { returnTo: "/pricing" });
		const callback = await chosen(browser, tab);
		expect(await comeBack(browser, callback)).toBe("/pricing");
		expect(await comeBack(browser, callback), "a reload").toBe("/admin");
		expect(await finish(browser, tab), "Back to Google's page, and on").toBe("/admin");
		expect(await cancel(browser, tab), "Back to Google's page, and Cancel").toBe("/admin");
	});

	it("a state lasts ten minutes in each tab", async () => {
		const browser = app.browser();
		const late = await openTab(browser, { returnTo: "/pricing" });
		clock = 5 * 60_000;
		const fresh = await openTab(browser, { returnTo: "/account" });
		clock = 11 * 60_000;
		expect(await finish(browser, late)).toBe("/?auth_error=state");
		expect(await finish(browser, fresh)).toBe("/account");
		expect(await finish(browser, late)).toBe("/admin");
		clock = 0;
	});

	it("the account chosen last is signed in, in a session of its own", async () => {
		const browser = app.browser();
		const [first, second] = [await openTab(browser), await openTab(browser, { email: "bea@example.com" })];
		await finish(browser, first);
		const ada = browser.cookies.get("visualink") ?? "";
		await finish(browser, second);
		expect(await emailOf(browser)).toBe("bea@example.com");
		browser.cookies.set("visualink", ada);
		expect(await emailOf(browser)).toBeNull();
	});

	it("an account that is refused is said in the second tab, too, and changes nothing", async () => {
		await app.deps.pool.query(
			"INSERT INTO users (id, email, user_slug) VALUES ('x', 'taken@example.com', 'taken-x') ON CONFLICT DO NOTHING",
		);
		const browser = app.browser();
		const [first, second] = [await openTab(browser), await openTab(browser, { email: "taken@example.com" })];
		await finish(browser, first);
		expect(await finish(browser, second)).toBe("/?auth_error=email_taken");
		expect(await emailOf(browser)).toBe("ada@example.com");
	});

	it.each([
		["before", "/?auth_error=denied"],
		["after", "/pricing"],
	])("Cancel in one tab %s the other has signed in", async (when, expected) => {
		const browser = app.browser();
		const canceled = await openTab(browser, { returnTo: "/pricing" });
		const other = await openTab(browser, { returnTo: "/account" });
		if (when === "after") expect(await finish(browser, other)).toBe("/account");
		expect(await cancel(browser, canceled)).toBe(expected);
		if (when === "before") {
			expect(await finish(browser, canceled), "a state works once").toBe("/?auth_error=state");
			expect(await finish(browser, other)).toBe("/account");
		}
	});

	it("the same account in a second tab keeps the session, and requests under way", async () => {
		const browser = app.browser();
		const [first, second] = [await openTab(browser), await openTab(browser)];
		await finish(browser, first);
		const cookies = [...browser.cookies];
		await finish(browser, second);
		expect([...browser.cookies]).toEqual(cookies);
	});
});

describe("what another site can't do by it (P510)", () => {
	it("a browser without our cookies signs nobody in", async () => {
		const browser = app.browser();
		const callbacks = [];
		for (let n = 0; n < 2; n += 1) {
			callbacks.push(await chosen(browser, await openTab(browser)));
			browser.cookies.clear();
		}
		for (const callback of callbacks) expect(await comeBack(browser, callback)).toBe("/?auth_error=state");
		expect(await emailOf(browser)).toBeNull();
	});

	it.each(["a visitor", "a visitor in a sign-in", "somebody signed in"])(
		"an attacker's code changes nothing for %s",
		async (who) => {
			const attacker = app.browser();
			const stolen = await chosen(attacker, await openTab(attacker, { email: "attacker@example.com" }));
			const victim = app.browser();
			const own = who === "a visitor" ? null : await openTab(victim, { returnTo: "/pricing" });
			if (who === "somebody signed in") await finish(victim, await openTab(victim));
			const isSignedIn = who === "somebody signed in";
			for (const callback of [
				stolen,
				stolen.replace(/state=[^&]*/, "state="),
				`${stolen}&state=x`,
				stolen.replace("state=", "state[]="),
			])
				expect(await comeBack(victim, callback)).toBe(isSignedIn ? "/admin" : "/?auth_error=state");
			expect(await emailOf(victim)).toBe(isSignedIn ? "ada@example.com" : null);
			if (own) expect(await finish(victim, own)).toBe("/pricing");
		},
	);

	it("the session's id changes at sign-in, the other tabs' states go along, and the old id has nothing", async () => {
		const browser = app.browser();
		const [first, second] = [await openTab(browser), await openTab(browser, { returnTo: "/pricing" })];
		const fixed = browser.cookies.get("visualink") ?? "";
		const callback = await chosen(browser, second);
		await finish(browser, first);
		expect(browser.cookies.get("visualink")).not.toBe(fixed);
		const attacker = app.browser();
		attacker.cookies.set("visualink", fixed);
		expect(await emailOf(attacker)).toBeNull();
		expect(await comeBack(attacker, callback)).toBe("/?auth_error=state");
		expect(await comeBack(browser, callback)).toBe("/pricing");
	});
});
