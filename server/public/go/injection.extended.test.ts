import type { Browser, BrowserContext } from "@playwright/test";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { rounds, say } from "#server/testing/app/torture.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { INJECTION_PAYLOADS } from "#server/testing/corpora/injection-payloads.ts";
import { launchChromium } from "#server/testing/machine/chromium.ts";
import { links } from "#shared/links/links.table.ts";

/** Elements of a card page whose texts say nothing. */
const PLAIN_ELEMENTS = {
	script: 0,
	img: 0,
	iframe: 0,
	svg: 0,
	form: 0,
	base: 0,
	style: 1,
	a: 1,
	link: 2,
	h1: 1,
	object: 0,
};

/** So many pages go from one link to the next, so that no core waits for the other. */
const PAGES = 3;

/** Runs in the page. */
const LOOK = `({
	broken: "broken" in window,
	title: document.querySelector('meta[property="og:title"]').content,
	description: document.querySelector('meta[name="twitter:description"]').content,
	elements: Object.fromEntries(${JSON.stringify(Object.keys(PLAIN_ELEMENTS))}.map((name) => [name, document.querySelectorAll(name).length])),
	handlers: [...document.querySelectorAll("*")].flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith("on"))),
	href: document.querySelector("a").protocol,
})`;

/**
 * Runs in a page: has Chromium make a document of an answer, just as of one that someone goes to, but without the time
 * that a visit takes.
 */
const READ = `(path) => new Promise((resolve, reject) => {
	const request = new XMLHttpRequest();
	request.responseType = "document";
	request.onerror = reject;
	request.onload = () => resolve(["title", "description"].map(
		(name) => request.response.querySelector('meta[property="og:' + name + '"]').content,
	));
	request.open("GET", path);
	request.send();
})`;

const app = useTestApp();
let browser: Browser;
let context: BrowserContext;
let userId: string;

beforeAll(async () => {
	userId = (await insertUser(app.deps.db, "ada")).id;
	browser = await launchChromium();
	context = await browser.newContext({ userAgent: "facebookexternalhit/1.1" });
});
afterAll(() => browser.close());

test("500 injections through title, description, picture and target: nothing runs, nothing breaks out (A8)", async () => {
	expect(new Set(INJECTION_PAYLOADS).size).toBe(500);
	await app.deps.db.insert(links).values(
		INJECTION_PAYLOADS.map((payload, n) => ({
			userId,
			linkSlug: `x${n}`,
			title: payload.slice(0, 255),
			description: payload,
			imageUrl: n % 2 === 0 ? `https://example.com/${payload}` : payload,
			targetUrl: new URL(`https://example.com/?${payload}#${payload}`).href,
		})),
	);
	let dialogs = 0;
	const seen: unknown[] = [];
	const waiting = [...INJECTION_PAYLOADS.keys()];
	await Promise.all(
		Array.from({ length: PAGES }, async () => {
			const page = await context.newPage();
			page.on("dialog", (dialog) => {
				dialogs += 1;
				return dialog.dismiss();
			});
			for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
				await page.goto(`${app.origin}/go/ada/x${n}`);
				seen[n] = await page.evaluate(LOOK);
			}
			await page.close();
		}),
	);
	const harmless = { broken: false, elements: PLAIN_ELEMENTS, handlers: [], href: "https:" };
	for (const [n, payload] of INJECTION_PAYLOADS.entries()) {
		expect(seen[n], payload).toEqual({ ...harmless, title: payload, description: payload });
	}
	expect(dialogs).toBe(0);
}, 300_000);

test("random texts are read as they were written (A9)", async () => {
	const count = rounds({ long: 2_000, short: 100 });
	const page = await context.newPage();
	const text = fc
		.oneof(fc.string({ unit: "grapheme", maxLength: 60 }), fc.string({ unit: "binary", maxLength: 60 }))
		// What the form refuses, and halves of characters, which no database holds.
		// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
		.map((drawn) => drawn.replace(/[\0-\x1f]|\p{Surrogate}/gu, ""))
		.filter((drawn) => drawn.trim() !== "");
	const texts = fc.sample(fc.tuple(text, text), count);
	await app.deps.db.insert(links).values(
		texts.map(([title, description], n) => ({
			userId,
			linkSlug: `t${n}`,
			title,
			description,
			targetUrl: "https://example.com/",
		})),
	);
	await page.goto(`${app.origin}/healthz`);
	for (const [n, written] of texts.entries()) {
		expect(await page.evaluate(`(${READ})("/go/ada/t${n}")`)).toEqual(written);
	}
	say(`A9: ${count} pairs of random texts: all exact`);
	await page.close();
}, 600_000);

test("the universal page sends a browser on, and tells the size of its window", async () => {
	const link = await insertLink(app.deps.db, { userId, linkSlug: "on", targetUrl: `${app.origin}/healthz?arrived` });
	const unsure = await browser.newContext({ userAgent: "UnknownTool/1.0", viewport: { width: 700, height: 500 } });
	const page = await unsure.newPage();
	await page.goto(`${app.origin}/go/ada/on`);
	await page.waitForURL(/\/healthz\?arrived$/);
	const size = async () => {
		const { rows } = await app.deps.pool.query("SELECT client_width, client_height FROM views WHERE link_id = $1", [
			link.id,
		]);
		return rows[0];
	};
	await expect.poll(size).toEqual({ client_width: 700, client_height: 500 });
	await unsure.close();
});
