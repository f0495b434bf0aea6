import type { Browser, BrowserContext, Page } from "@playwright/test";
import { consentByHand, planByHand } from "../app/by-hand.ts";
import { launchChromium } from "../machine/chromium.ts";
import { prepareDatabase, type Rig } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";

/** Where the first row may begin, how many must be wholly in view, and how high each may be, in pixels. */
const LIMITS = [
	{ width: 1280, height: 800, top: 360, rows: 6, row: 64 },
	{ width: 1366, height: 768, top: 360, rows: 6, row: 64 },
	{ width: 390, height: 844, top: 480, rows: 2, row: 96 },
	{ width: 360, height: 740, top: 480, rows: 2, row: 96 },
];
const SHIFT = 0.02;
/** Tabs from the top of the page to the first row. */
const TABS = 20;
const LINKS = [0, 3, 40, 3000];

/** Runs in the page. */
const OBSERVE = `
	globalThis.layoutShift = 0;
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) if (!entry.hadRecentInput) layoutShift += entry.value;
	}).observe({ type: "layout-shift", buffered: true });`;

type Size = (typeof LIMITS)[number];

/**
 * `npm run list-layout`: where the dashboard's list begins, how many rows are in view, how far it is by Tab, and what
 * moves while it loads on a slow network, with few links and many, at four sizes. Code 1 when something is over its limit.
 */
const rig = await prepareDatabase({ links: 0, views: 0 });
const service = await startOnRig(rig);
const browser = await launchChromium();
try {
	process.stdout.write("links  window     first row  rows in view  row height  tabs  shift\n");
	for (const links of LINKS) {
		const state = await signedIn(browser, rig, links);
		for (const size of LIMITS) {
			const context = await browser.newContext({ baseURL: service.origin, viewport: size, storageState: state });
			report(links, size, await measure(await context.newPage(), links));
			await context.close();
		}
	}
} finally {
	await browser.close();
	await service.stop();
	await rig.stop();
}

type Measured = Awaited<ReturnType<typeof measure>>;

function report(links: number, size: Size, { top, whole, row, tabs, shift }: Measured): void {
	const wanted = Math.min(links, size.rows);
	const isOver = shift > SHIFT || (links > 0 && (top > size.top || whole < wanted || row > size.row || tabs > TABS));
	if (isOver) process.exitCode = 1;
	const cells = [
		String(links).padStart(5),
		`${size.width}x${size.height}`.padEnd(9),
		String(top).padStart(9),
		String(whole).padStart(12),
		String(row).padStart(10),
		String(tabs).padStart(4),
		shift.toFixed(4).padStart(7),
	];
	process.stdout.write(`${cells.join("  ")}  ${isOver ? "OVER" : "ok"}\n`);
}

/** Someone with so many links, as a browser keeps who they are. */
async function signedIn(browser: Browser, { pool }: Rig, links: number) {
	const context = await browser.newContext({ baseURL: service.origin });
	const email = `list-${links}@example.com`;
	await context.request.get(`/api/auth/google?login_hint=${email}`);
	await consentByHand(pool, email);
	await planByHand(pool, email);
	await pool.query(
		`INSERT INTO links (user_id, link_slug, target_url, title, description, views_human, views_bot, tags, created_at)
		SELECT users.id, 'l' || users.user_slug || n, 'https://www.example.com/page/' || n || '?utm_source=newsletter',
			(ARRAY['Summer', 'Winter', 'Spring', 'Été'])[1 + n % 4] || ' offer number ' || n,
			'A description of what is behind link number ' || n, (n * 7919) % 5000, (n * 104729) % 900,
			ARRAY['tag ' || n % 12, 'news', 'summer campaign'], now() - n * interval '1 hour'
		FROM users, generate_series(1, $2::int) AS n WHERE email = $1`,
		[email, links],
	);
	const state = await context.storageState();
	await context.close();
	return state;
}

async function measure(page: Page, links: number) {
	await page.addInitScript({ content: OBSERVE });
	await slowDown(page.context(), page);
	await page.goto("/admin");
	await page
		.getByText(links === 0 ? "No links yet" : /offer number/)
		.first()
		.waitFor();
	await page.waitForLoadState("networkidle");
	const rows = await page.locator('ul[aria-label="Your Links"] > li').evaluateAll((all) =>
		all.map((each) => {
			const { top, bottom } = each.getBoundingClientRect();
			return { top, bottom };
		}),
	);
	const { height } = page.viewportSize() ?? { height: 0 };
	const [first, second] = rows;
	const tabs = links === 0 ? 0 : await tabsToList(page);
	await page.evaluate("scrollTo(0, document.body.scrollHeight / 2)");
	await page.waitForLoadState("networkidle");
	return {
		top: Math.round(first?.top ?? 0),
		whole: rows.filter(({ top, bottom }) => top >= 0 && bottom <= height).length,
		// From one to the next, so that a gap counts.
		row: Math.round((second?.top ?? first?.bottom ?? 0) - (first?.top ?? 0)),
		tabs,
		shift: await page.evaluate<number>("layoutShift"),
	};
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
	const client = await context.newCDPSession(page);
	await client.send("Network.enable");
	const speed = { latency: 100, downloadThroughput: 400_000, uploadThroughput: 200_000 };
	await client.send("Network.emulateNetworkConditions", { offline: false, ...speed });
}

async function tabsToList(page: Page): Promise<number> {
	for (let tabs = 1; tabs <= 60; tabs += 1) {
		await page.keyboard.press("Tab");
		if (await page.evaluate<boolean>('document.activeElement.closest("[data-link]") !== null')) return tabs;
	}
	return 60;
}
