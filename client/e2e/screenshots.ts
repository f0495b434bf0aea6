import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { startBuiltApp } from "./built-app.ts";
import { CHROMIUM_ARGS, ensureChromium } from "./chromium.ts";
import { becomePerson, createLink } from "./person.ts";

const FOLDER = "screenshots";
const WIDTHS = { 360: 740, 1280: 800 } as const;
const LONG_TITLE = "Sixty characters of a title that goes on until it is cut off";
const LONG_TEXT =
	"A description as long as the form allows, which is a hundred and sixty characters, so that one can see where each of the places that show it decides to cut it";

type Shot = {
	name: string;
	path: string;
	/** What to do before the picture is taken. */
	prepare?: (page: Page) => Promise<unknown>;
};

const PUBLIC: Shot[] = [
	{ name: "landing", path: "/" },
	{ name: "landing-boring", path: "/", prepare: (page) => page.getByRole("switch").click() },
	{
		name: "landing-sign-in-failed",
		path: "/?auth_error=denied",
		prepare: (page) => page.getByText("Sign-in failed").first().waitFor(),
	},
	{ name: "pricing", path: "/pricing" },
	{
		name: "pricing-monthly",
		path: "/pricing",
		prepare: (page) => page.getByRole("radio", { name: "Monthly" }).check(),
	},
	{ name: "pricing-loading", path: "/pricing", prepare: (page) => reloadWith(page, "**/api/plans", "never") },
	{ name: "pricing-failed", path: "/pricing", prepare: (page) => reloadWith(page, "**/api/plans", "fail") },
	{ name: "privacy", path: "/privacy" },
	{ name: "terms", path: "/terms" },
	{ name: "not-found", path: "/no/such/page" },
];

const NEWCOMER: Shot[] = [
	{ name: "onboarding", path: "/onboarding" },
	{
		name: "onboarding-business",
		path: "/onboarding",
		prepare: (page) => page.getByRole("tab", { name: "Business" }).click(),
	},
	{
		name: "onboarding-countries",
		path: "/onboarding",
		prepare: (page) => page.getByLabel("Country of residence").click(),
	},
	{
		name: "onboarding-mistakes",
		path: "/onboarding",
		prepare: (page) => page.getByRole("button", { name: "Save and continue" }).click(),
	},
];

const WITHOUT_PLAN: Shot[] = [
	{ name: "landing-signed-in", path: "/" },
	{ name: "pricing-signed-in", path: "/pricing" },
	{ name: "menu-without-plan", path: "/privacy", prepare: openMenu },
	{
		name: "payment-success",
		path: "/payment-success",
		prepare: (page) => page.getByText("Payment Successful!").waitFor(),
	},
	{
		name: "payment-verifying",
		path: "/payment-success",
		prepare: (page) => page.clock.pauseAt(Date.now() + 60_000).then(() => page.reload()),
	},
];

const NEW_SUBSCRIBER: Shot[] = [
	{ name: "dashboard-empty", path: "/admin" },
	{ name: "new-link-without-custom-slug", path: "/admin/link/new" },
	{ name: "pricing-on-starter", path: "/pricing" },
];

const SUBSCRIBER: Shot[] = [
	{ name: "dashboard", path: "/admin" },
	{ name: "dashboard-loading", path: "/admin", prepare: (page) => reloadWith(page, "**/api/{links,stats}**", "never") },
	{ name: "dashboard-failed", path: "/admin", prepare: (page) => reloadWith(page, "**/api/{links,stats}**", "fail") },
	{
		name: "dashboard-delete",
		path: "/admin",
		prepare: (page) =>
			page
				.getByRole("button", { name: /Delete/ })
				.first()
				.click(),
	},
	{
		name: "dashboard-subscription",
		path: "/admin",
		prepare: (page) => page.getByRole("tab", { name: "Subscription" }).click(),
	},
	{ name: "account-delete", path: "/admin", prepare: openAccountDeletion },
	{
		name: "account-delete-mistake",
		path: "/admin",
		prepare: async (page) => {
			await openAccountDeletion(page);
			await page.getByLabel("Your user name").press("Enter");
		},
	},
	{
		name: "account-delete-failed",
		path: "/admin",
		prepare: async (page) => {
			const { userSlug } = (await (await page.request.get("/api/auth/user")).json()) as { userSlug: string };
			await page.route("**/api/account", (route) => route.fulfill({ status: 502, body: "broken" }));
			await openAccountDeletion(page);
			await page.getByLabel("Your user name").fill(userSlug);
			await page.getByLabel("Your user name").press("Enter");
			await page.getByRole("alert").waitFor();
		},
	},
	{ name: "privacy-signed-in", path: "/privacy" },
	{ name: "menu", path: "/admin", prepare: openMenu },
	{ name: "new-link", path: "/admin/link/new" },
	{
		name: "new-link-mistakes",
		path: "/admin/link/new",
		prepare: (page) => page.getByRole("button", { name: "Create Link" }).click(),
	},
	{ name: "new-link-filled", path: "/admin/link/new", prepare: fillLink },
	{ name: "edit-link", path: "/admin/link/edit/algarve" },
	{ name: "edit-link-not-found", path: "/admin/link/edit/no-such-link" },
];

/**
 * `npm run screenshots`: every screen of the built app in its states, at 360 and 1280 pixels, light and dark;
 * `npm run screenshots -- account`: those whose name matches.
 */
const wanted = new RegExp(process.argv[2] ?? "");
const app = await startBuiltApp();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
try {
	await mkdir(FOLDER, { recursive: true });
	await shoot(browser, PUBLIC);
	await shoot(browser, NEWCOMER, (context) => becomePerson(context.request));
	await shoot(browser, WITHOUT_PLAN, (context) => becomePerson(context.request, { hasConsent: true }));
	await shoot(browser, NEW_SUBSCRIBER, (context) => becomePerson(context.request, { plan: "starter" }));
	await shoot(browser, SUBSCRIBER, becomeBusySubscriber);
} finally {
	await browser.close();
	await app.stop();
}

async function shoot(on: Browser, all: Shot[], signIn?: (context: BrowserContext) => Promise<unknown>): Promise<void> {
	const shots = all.filter(({ name }) => wanted.test(name));
	if (shots.length === 0) return;
	const first = await on.newContext({ baseURL: app.origin });
	await signIn?.(first);
	const storageState = await first.storageState();
	await first.close();
	for (const [width, height] of Object.entries(WIDTHS)) {
		for (const colorScheme of ["light", "dark"] as const) {
			const context = await on.newContext({
				baseURL: app.origin,
				storageState,
				colorScheme,
				reducedMotion: "reduce",
				viewport: { width: Number(width), height },
			});
			for (const { name, path: address, prepare } of shots) {
				const page = await context.newPage();
				try {
					await page.goto(address, { waitUntil: "networkidle" });
					await prepare?.(page);
					await loadEverything(page);
					// A dialog covers what is on the screen, and no more.
					const fullPage = (await page.getByRole("dialog").count()) === 0;
					if (fullPage) await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
					await page.screenshot({ path: path.join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage });
					process.stdout.write(`${name}-${width}-${colorScheme}${await overflow(page)}\n`);
				} catch (error) {
					process.stdout.write(`${name}-${width}-${colorScheme} FAILED ${String(error).split("\n")[0]}\n`);
					process.exitCode = 1;
				}
				await page.close();
			}
			await context.close();
		}
	}
}

/** Someone with a custom link, long texts, a link without a picture and a deleted one. */
async function becomeBusySubscriber({ request }: BrowserContext): Promise<void> {
	await becomePerson(request, { plan: "pro", isAnnual: true });
	const image = { name: "algarve.png", mimeType: "image/png", buffer: await picture() };
	const deleted = await createLink(request, { title: "Winter sale", description: "It is over." });
	await request.delete(`/api/links/${deleted.id}`);
	await createLink(request, { title: "No picture yet", description: "A link may do without one." });
	await createLink(request, { title: LONG_TITLE, description: LONG_TEXT, image });
	const shared = await createLink(request, { customLinkSlug: "algarve", image });
	await request.get(shared.shortUrl, { maxRedirects: 0, headers: { "user-agent": "WhatsApp/2.24.1 A" } });
	const chrome =
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
	for (let view = 0; view < 3; view++) {
		await request.get(shared.shortUrl, { maxRedirects: 0, headers: { "user-agent": chrome } });
	}
}

function picture(): Promise<Buffer> {
	return sharp(path.resolve("client/src/features/landing/sea.svg")).png().toBuffer();
}

async function fillLink(page: Page): Promise<void> {
	await page.getByLabel("Title").fill(LONG_TITLE);
	await page.getByLabel("Description").fill(LONG_TEXT);
	await page.getByLabel("Target URL").fill("https://example.com/algarve");
	await page
		.locator("input[type=file]")
		.setInputFiles({ name: "sea.png", mimeType: "image/png", buffer: await picture() });
}

async function openAccountDeletion(page: Page): Promise<void> {
	await page.getByRole("tab", { name: "Subscription" }).click();
	await page.getByRole("button", { name: "Delete account" }).click();
	await page.getByRole("dialog").waitFor();
}

async function openMenu(page: Page): Promise<void> {
	await page.getByRole("button", { name: /Account menu/ }).click();
	await page.getByRole("menu").waitFor();
}

/** Loads the page again with a call that is never answered, or refused. */
async function reloadWith(page: Page, call: string, answer: "never" | "fail"): Promise<void> {
	await page.route(call, (route) => (answer === "fail" ? route.fulfill({ status: 500, body: "broken" }) : undefined));
	await page.reload({ waitUntil: "load" });
	await page.waitForLoadState("networkidle", { timeout: 2000 }).catch(() => {});
}

/** Pictures further down are loaded only when they come near. */
async function loadEverything(page: Page): Promise<void> {
	await page.evaluate(async () => {
		for (const image of document.images) image.loading = "eager";
		await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
		await document.fonts.ready;
	});
}

async function overflow(page: Page): Promise<string> {
	const pixels = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	return pixels > 0 ? ` OVERFLOWS by ${pixels}` : "";
}
