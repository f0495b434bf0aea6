import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { launchChromium } from "#server/testing/machine/chromium.ts";
import { links } from "#shared/links/links.table.ts";

/** Chromium's own agent, without the word that says it has no window. */
const withWindow = (userAgent: string) => userAgent.replace("HeadlessChrome", "Chrome");

const app = useTestApp();
/** A stranger's site: its pages are what is in their addresses, and everyone's target. */
let site: Server;
let siteOrigin: string;
let browser: Browser;
let context: BrowserContext;
let userId: string;

beforeAll(async () => {
	userId = (await insertUser(app.deps.db, "ada")).id;
	site = createServer((req, res) => {
		const { searchParams } = new URL(req.url ?? "/", "http://localhost");
		res.writeHead(200, { "Content-Type": "text/html", "Access-Control-Allow-Origin": "*" });
		res.end(`<!doctype html><title>Site</title>${searchParams.get("html") ?? "<p>Target</p>"}`);
	});
	await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
	siteOrigin = `http://localhost:${(site.address() as AddressInfo).port}`;
	browser = await launchChromium();
	const probe = await browser.newPage();
	const userAgent = withWindow(await probe.evaluate("navigator.userAgent"));
	await probe.close();
	context = await browser.newContext({ userAgent });
});

afterAll(async () => {
	await browser?.close();
	await new Promise((resolve) => site.close(resolve));
});

const show = (page: Page, html: string) => page.goto(`${siteOrigin}/?html=${encodeURIComponent(html)}`);
const speculate = (how: string, url: string) =>
	`<script type="speculationrules">{"${how}":[{"source":"list","urls":["${url}"],"eagerness":"immediate"}]}</script>`;

/** What Chromium asks a link for, how its request is answered, and what is counted. */
test.each<[string, (page: Page, url: string) => Promise<unknown>, { human: number; bot: number }]>([
	["a navigation", (page, url) => page.goto(url), { human: 1, bot: 0 }],
	["a click", (page, url) => clickOn(page, `<a href="${url}">Go</a>`), { human: 1, bot: 0 }],
	[
		"a click that opens a tab",
		(page, url) => clickOn(page, `<a target="_blank" href="${url}">Go</a>`),
		{ human: 1, bot: 0 },
	],
	["a picture", (page, url) => show(page, `<img src="${url}">`), { human: 0, bot: 1 }],
	["a frame", (page, url) => show(page, `<iframe src="${url}"></iframe>`), { human: 0, bot: 1 }],
	["an object", (page, url) => show(page, `<object data="${url}"></object>`), { human: 0, bot: 1 }],
	[
		"a script's fetch",
		async (page, url) => {
			await page.goto(`${app.origin}/robots.txt`);
			await page.evaluate(`fetch("${url}", { redirect: "manual" })`);
		},
		{ human: 0, bot: 1 },
	],
	[
		"a fetch across sites",
		(page, url) => show(page, `<script>fetch("${url}",{mode:"no-cors"})</script>`),
		{ human: 0, bot: 1 },
	],
	["a prefetch", (page, url) => show(page, `<link rel="prefetch" href="${url}">`), { human: 0, bot: 0 }],
	["a speculative prefetch", (page, url) => show(page, speculate("prefetch", url)), { human: 0, bot: 0 }],
	["a prerender", (page, url) => show(page, speculate("prerender", url)), { human: 0, bot: 0 }],
])("%s of Chromium's is answered with the redirect, and counted as what it is", async (_, ask, expected) => {
	const link = await insertLink(app.deps.db, { userId, targetUrl: `${siteOrigin}/` });
	const path = `/go/ada/${link.linkSlug}`;
	const page = await context.newPage();
	const answered = context.waitForEvent("response", (response) => response.url() === app.origin + path);
	await Promise.all([ask(page, app.origin + path), answered]);
	expect((await answered).status()).toBe(302);
	await page.close();
	const [row] = await app.deps.db.select().from(links).where(eq(links.id, link.id));
	expect({ human: row?.viewsHuman, bot: row?.viewsBot }).toEqual(expected);
});

async function clickOn(page: Page, html: string): Promise<void> {
	await show(page, html);
	await page.getByRole("link").click();
}
