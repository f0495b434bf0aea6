import type { BrowserContext, Page } from "@playwright/test";
import { consentByHand, planByHand } from "../app/by-hand.ts";
import { launchChromium } from "../machine/chromium.ts";
import { prepareDatabase, type Rig } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";

/** What the list of an account with this many links may cost; times in milliseconds, memory in MB. */
const LINKS = 10_000;
const LIMITS = { "search p95": 150, "order p95": 150, "key press p95": 50, "page memory": 150, "layout shift": 0 };
const ASKED = 100;
/** Runs in the page. */
const OBSERVE = `
	globalThis.listFigures = { shift: 0, keys: [] };
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) if (!entry.hadRecentInput) listFigures.shift += entry.value;
	}).observe({ type: "layout-shift", buffered: true });
	new PerformanceObserver((list) => {
		for (const { name, duration } of list.getEntries()) {
			if (name === "keydown" || name === "input") listFigures.keys.push(duration);
		}
	}).observe({ type: "event", durationThreshold: 16, buffered: true });`;
const EMAIL = "many@example.com";

const SEARCHES = [
	"q=a",
	"q=summer",
	"q=summer+77",
	"q=example.com%2Fpage%2F99",
	"q=news",
	"q=nothing-like-it",
	"q=%C3%A9t%C3%A9",
	"tag=tag+3",
	"filter=disabled",
	"filter=no-picture&q=spring",
];
const ORDERS = ["sort=newest", "sort=people", "sort=bots", "sort=seen"];

/** `npm run list-figures`: fills an account with 10,000 links, and prints what its list costs; code 1 when over a limit. */
const rig = await prepareDatabase({ links: 0, views: 0 });
const service = await startOnRig(rig);
const browser = await launchChromium();
try {
	const context = await browser.newContext({
		baseURL: service.origin,
		viewport: { width: 1280, height: 800 },
	});
	await signIn(context, rig);
	await fill(rig);
	const figures: Record<keyof typeof LIMITS, number> = {
		"search p95": await p95(context, SEARCHES),
		"order p95": await p95(context, ORDERS),
		...(await inChromium(context)),
	};
	for (const [name, limit] of Object.entries(LIMITS)) {
		const value = figures[name as keyof typeof LIMITS];
		const verdict = value <= limit ? "ok" : "OVER";
		process.stdout.write(`${name.padEnd(13)} ${String(value).padStart(7)}  limit ${limit}  ${verdict}\n`);
		if (verdict === "OVER") process.exitCode = 1;
	}
} finally {
	await browser.close();
	await service.stop();
	await rig.stop();
}

/** Signs someone in, who has accepted the terms and has a plan without limits. */
async function signIn({ request }: BrowserContext, { pool }: Rig): Promise<void> {
	await request.get(`/api/auth/google?login_hint=${EMAIL}`);
	await consentByHand(pool, EMAIL);
	await planByHand(pool, EMAIL);
}

async function fill({ pool }: Rig): Promise<void> {
	await pool.query(
		`INSERT INTO links (user_id, link_slug, target_url, title, description, image_url, views_human, views_bot, tags, last_seen_at, created_at)
		SELECT users.id, 'link' || n, 'https://www.example.com/page/' || n || '?utm_source=newsletter',
			(ARRAY['Summer', 'Winter', 'Spring', 'Été'])[1 + n % 4] || ' offer number ' || n,
			'A description of what is behind link number ' || n || ', long enough to be a real one in every way.',
			CASE WHEN n % 5 = 0 THEN NULL ELSE '/images/none.jpg' END, (n * 7919) % 5000, (n * 104729) % 900,
			ARRAY['tag ' || n % 12, 'news'], now() - n * interval '1 minute', now() - n * interval '1 hour'
		FROM users, generate_series(1, $2::int) AS n WHERE email = $1`,
		[EMAIL, LINKS],
	);
	await pool.query(
		`INSERT INTO link_sources (link_id, sources)
		SELECT id, '[[["instagram", 40], ["", 12], ["newsletter", 9], ["facebook", 3], ["news.example.com", 2]], 0]' FROM links`,
	);
	await pool.query("VACUUM ANALYZE links, link_sources");
}

/** Of whole answers, as one client gets them. */
async function p95({ request }: BrowserContext, queries: string[]): Promise<number> {
	const times: number[] = [];
	for (let n = 0; n < ASKED; n += 1) {
		const askedAt = performance.now();
		const answer = await request.get(`/api/links/search?${queries[n % queries.length]}`);
		await answer.body();
		times.push(performance.now() - askedAt);
		if (!answer.ok()) throw new Error(`${answer.status()} for ${answer.url()}`);
	}
	return percentile95(times);
}

function percentile95(times: number[]): number {
	return Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN);
}

async function inChromium(context: BrowserContext) {
	const page = await context.newPage();
	const client = await context.newCDPSession(page);
	await page.addInitScript({ content: OBSERVE });
	await client.send("Network.enable");
	await client.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: 150,
		downloadThroughput: 200_000,
		uploadThroughput: 90_000,
	});
	await page.goto("/admin");
	await page.getByText(`10,000 links`, { exact: true }).waitFor();
	await page
		.getByRole("toolbar", { name: /offer number/ })
		.first()
		.waitFor();
	await scroll(page);
	const shift = await page.evaluate<number>("listFigures.shift");
	// A key is measured for itself, not for the scrolling before it.
	await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })");
	await page
		.getByRole("toolbar", { name: /offer number/ })
		.first()
		.waitFor();
	await page.getByRole("searchbox").focus();
	await page.getByRole("searchbox").pressSequentially("summer offer number 77", { delay: 60 });
	await page.getByText(/ of 10,000 links$/).waitFor();
	const keys = await page.evaluate<number[]>("listFigures.keys");
	await page.getByRole("searchbox").fill("");
	await page.getByText(`10,000 links`, { exact: true }).waitFor();
	await client.send("HeapProfiler.collectGarbage");
	await client.send("Performance.enable");
	const { metrics } = await client.send("Performance.getMetrics");
	const heap = metrics.find(({ name }) => name === "JSHeapTotalSize")?.value ?? Number.NaN;
	return {
		"key press p95": percentile95(keys),
		"page memory": Math.round(heap / 1e6),
		"layout shift": Math.round(shift * 10_000) / 10_000,
	};
}

/** From the top to the end, and back. */
async function scroll(page: Page): Promise<void> {
	await page.mouse.move(640, 600);
	for (let turns = 0; turns < 30; turns += 1) await page.mouse.wheel(0, 1500);
	await page.evaluate("scrollTo(0, document.body.scrollHeight / 2)");
	await page.waitForTimeout(1500);
	await page.keyboard.press("End");
	await page.waitForTimeout(1500);
}
