import type { Page } from "@playwright/test";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { expect, FAILED_CALL, test } from "./fixtures.ts";
import { becomePerson, CHROME, createLink } from "./person.ts";

const FLAGGED = { title: "PayPal", description: "Please verify your account", targetUrl: "https://shop-a.top/a?b=1" };

const noteOf = (page: Page) => page.getByRole("region", { name: /^(?:This link is flagged|We blocked this link)$/ });
const editPath = ({ linkSlug }: LinkView) => `/admin/link/edit/${linkSlug}`;

test.describe("the owner of a flagged link (P383)", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("reads that it is blocked, and by which list", async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
		const link = await createLink(page.request);
		const reasons = [
			{ code: "listed", words: ["phishing"], evidence: "closed" },
			{ code: "web-risk", words: ["malware"], evidence: "closed" },
		];
		const flag = { state: "blocked", effect: "closed", reasons };
		await page.route(`**${API.links.bySlug(link.linkSlug)}`, async (route) => {
			const json = { ...(await (await route.fetch()).json()), flag: { ...flag, reviewAskedAt: null } };
			await route.fulfill({ json });
		});
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(editPath(link));
		const note = noteOf(page);
		await expect(note.getByRole("heading")).toHaveText("We blocked this link");
		await expect(note.getByRole("listitem")).toHaveText([
			'Its target is on the list "phishing".',
			"Its target may be unsafe (malware). Advisory provided by Google.",
		]);
		await expect(note.getByRole("link", { name: "About Google's advisory" })).toHaveAttribute("href", /web-risk/);
		await expect(note).toContainText("Visitors see that it is closed.");
		await expect(note.getByRole("button", { name: "Ask for a review" })).toBeInViewport();
	});
});

test("the list marks flagged links, and leads to the note, on narrow and wide screens (P390)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await createLink(page.request, { title: "Our shop" });
	await createLink(page.request, { title: "A short one", targetUrl: "https://bit.ly/3abc" });
	const long = "PayPal, and what else one can say of it in sixty characters";
	const link = await createLink(page.request, { ...FLAGGED, title: long, customLinkSlug: "mine" });
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 740 });
		await page.goto("/admin");
		const rowOf = (title: string) => page.getByRole("toolbar", { name: title });
		const mark = rowOf(long).getByText("Flagged", { exact: true });
		await expect(mark).toBeInViewport({ ratio: 1 });
		await expect(rowOf("A short one")).toContainText("Flagged");
		await expect(rowOf("Our shop")).toBeVisible();
		await expect(rowOf("Our shop")).not.toContainText("Flagged");
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
		expect(await mark.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
		const { x = 0, y = 0, height = 0 } = (await mark.boundingBox()) ?? {};
		await page.mouse.click(x + 4, y + height / 2);
		await expect(page).toHaveURL(editPath(link));
		await expect(noteOf(page).getByRole("heading")).toBeInViewport();
	}
});

test("the notification of a flagged link has its buttons below its text on a phone (P383)", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await becomePerson(page.request, { plan: "pro" });
	await page.goto("/admin/link/new");
	await page.getByLabel("Title").fill(FLAGGED.title);
	await page.getByLabel("Description").fill(FLAGGED.description);
	await page.getByLabel("Target URL").fill(FLAGGED.targetUrl);
	await page.getByRole("button", { name: "Save anyway" }).click();
	const text = page.getByText(/^Link created successfully\. Visitors see where it leads first/);
	const button = page.getByRole("button", { name: "See why" });
	await expect(button).toBeInViewport({ ratio: 1 });
	const [below, above] = [await button.boundingBox(), await text.boundingBox()];
	expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});

test("a visitor of a flagged link sees where it leads, without a cookie, and continues (P382)", async ({
	page,
	browser,
	baseURL,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	const link = await createLink(page.request, FLAGGED);
	const context = await browser.newContext({ userAgent: CHROME, viewport: { width: 360, height: 740 } });
	await context.route("https://shop-a.top/**", (route) => route.fulfill({ body: "The shop" }));
	const visitor = await context.newPage();
	const short = new URL(new URL(link.shortUrl).pathname, baseURL).href;
	await visitor.goto(`${short}?utm_source=mail`);
	await expect(visitor).toHaveTitle(/^Check where this link leads/);
	await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(
		/^Check this before you continue\. The link leads to\s*shop-a\.top$/,
	);
	const onward = visitor.getByRole("link", { name: "Continue to shop-a.top" });
	await expect(onward).toBeInViewport();
	await expect(visitor.locator("body")).toContainText(
		"This link may pretend to be from PayPal, but shop-a.top isn't one of",
	);
	await expect(visitor.locator("body")).not.toContainText(FLAGGED.description);
	await expect(visitor.getByRole("link", { name: "Report this link" })).toHaveAttribute("href", /\/go\/~report\?link=/);
	expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	expect(await context.cookies()).toEqual([]);
	await onward.click();
	await expect(visitor).toHaveURL("https://shop-a.top/a?b=1&utm_source=mail");
	await context.close();
});
