import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { readQrCode } from "#client/features/links/qr/read-qr-code.ts";
import { SHARE_LINKS } from "#client/features/links/share/share-links.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { ViewStats } from "#shared/public/views/view-stats.ts";
import { closeByEscape, expect, expectToast, FAILED_CALL, test } from "./fixtures.ts";
import { fill, madeRow, submit } from "./link-form.ts";
import { chooseInMenu } from "./link-menu.ts";
import { becomePerson } from "./person.ts";

test("a link's code is coloured, has a logo, is downloaded, and scanned (P185)", async ({ page }) => {
	const shortUrl = await makeLink(page, "pro");
	await chooseInMenu(page, "Summer in the Algarve", "QR code");
	const dialog = page.getByRole("dialog", { name: "QR code" });
	const png = dialog.getByRole("button", { name: "PNG" });
	await expect(png).toBeEnabled();

	const dark = dialog.getByRole("textbox", { name: "Code", exact: true });
	await dark.fill("#c0c0c0");
	await expect(dialog.getByRole("alert")).toContainText("too similar");
	await expect(png).toBeDisabled();
	await expect(dialog.getByRole("button", { name: "SVG" })).toBeDisabled();
	await dark.fill("#0e6b62");
	await dialog.getByLabel("Logo").setInputFiles({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("?") });
	await expect(dialog.getByText("Please select an image file")).toBeVisible();
	const logo = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#cb3419" } })
		.png()
		.toBuffer();
	await dialog.getByLabel("Logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
	await expect(dialog.getByText("logo.png")).toBeVisible();
	await dialog.getByLabel("Size of the PNG").selectOption("2048");

	const [pngFile, svgFile] = [await download(page, "PNG"), await download(page, "SVG")];
	const { width, height } = await sharp(pngFile).metadata();
	expect([width, height]).toEqual([2048, 2048]);
	expect(svgFile.toString()).toMatch(/^<svg .*#0e6b62.*data:image\/png/);
	for (const file of [pngFile, svgFile]) {
		const { data, info } = await sharp(file).resize(1024).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
		expect(readQrCode({ data, width: info.width, height: info.height })).toBe(`${shortUrl}?q=1`);
		// The middle is the logo's.
		const middle = 4 * (512 * 1024 + 512);
		expect([...data.subarray(middle, middle + 3)]).toEqual([0xcb, 0x34, 0x19]);
	}

	const scan = await page.request.get(`${shortUrl}?q=1`);
	expect(await scan.text()).toContain('href="https://example.com/algarve"');
	const seen = async () => ((await (await page.request.get(API.stats.views)).json()) as ViewStats).total;
	await expect.poll(seen).toBe(1);
	const data = (await (await page.request.get(API.account.data)).json()) as { views: { attribution: string }[] };
	expect(data.views.map(({ attribution }) => attribution)).toEqual(["qr"]);
});

test.describe("on the smallest plan", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("a code has no logo, and where its tools do not arrive, nothing can be downloaded", async ({ page }) => {
		await page.route("**/assets/qr-code*", (route) => route.abort());
		await makeLink(page, "starter");
		await chooseInMenu(page, "Summer in the Algarve", "QR code");
		const dialog = page.getByRole("dialog", { name: "QR code" });
		await expect(dialog.getByLabel("Logo")).toBeDisabled();
		await expect(dialog.getByRole("link", { name: "Upgrade to use this feature" })).toHaveAttribute("href", "/pricing");
		await expect(dialog.getByText("We couldn't create the code.")).toBeVisible();
		await expect(dialog.getByRole("button", { name: "PNG" })).toBeDisabled();
	});
});

test("without a sheet of the system's, a link is shared by plain addresses (P186)", async ({ page, context }) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	const shortUrl = await makeLink(page, "starter");
	await chooseInMenu(page, "Summer in the Algarve", "QR code");
	const code = page.getByRole("dialog", { name: "QR code" });
	await expect(code.getByRole("button", { name: "SVG" })).toBeEnabled();
	await closeByEscape(page, code);
	await expect(page.getByRole("button", { name: "More for Summer in the Algarve" })).toBeFocused();
	const escaped = escapeOnFocus(page);
	await chooseInMenu(page, "Summer in the Algarve", "Share");
	await escaped;
	const dialog = page.getByRole("dialog", { name: "Share this link" });
	await expect(dialog).toBeHidden();
	await chooseInMenu(page, "Summer in the Algarve", "Share");
	const services = dialog.getByRole("listitem").getByRole("link");
	await expect(services).toHaveText(SHARE_LINKS.map(({ name }) => name));
	for (const service of await services.all()) {
		expect(decodeURIComponent((await service.getAttribute("href")) ?? "")).toContain(shortUrl);
	}
	await dialog.getByRole("button", { name: "Copy link" }).click();
	await expectToast(page, { title: "Copied!", description: "Link copied to clipboard" });
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shortUrl);
});

/** @returns the short address of a link that has just been made, whose row is marked */
async function makeLink(page: Page, plan: "starter" | "pro"): Promise<string> {
	await becomePerson(page.request, { plan });
	await page.goto("/admin/link/new");
	await fill(page);
	await submit(page);
	await expect(madeRow(page)).toBeVisible();
	const [made] = (await (await page.request.get(API.links.all)).json()) as { shortUrl: string }[];
	return made?.shortUrl ?? "";
}

/** Presses Escape in the very moment in which a dialog is given the focus. */
function escapeOnFocus(page: Page): Promise<void> {
	return page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				document.addEventListener("focusin", function press({ target }) {
					if (!(target instanceof Element) || !target.closest("[role=dialog]")) return;
					document.removeEventListener("focusin", press);
					target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
					resolve();
				});
			}),
	);
}

async function download(page: Page, format: "PNG" | "SVG"): Promise<Buffer> {
	const [file] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("dialog").getByRole("button", { name: format }).click(),
	]);
	expect(file.suggestedFilename()).toMatch(new RegExp(`^qr-[\\w-]+\\.${format.toLowerCase()}$`));
	return readFile(await file.path());
}
