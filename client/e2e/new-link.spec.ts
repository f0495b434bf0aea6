import sharp from "sharp";
import { expect, expectToast, test } from "./fixtures.ts";
import { fill, preview, submit } from "./link-form.ts";
import { becomePerson } from "./person.ts";

test("takes a picture by paste, and by drop one that is called sea.txt: its content decides (P58)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	for (const { way, name, type } of [
		{ way: "paste", name: "sea.png", type: "image/png" },
		{ way: "drop", name: "sea.txt", type: "text/plain" },
	] as const) {
		await page.goto("/admin/link/new");
		const bytes = [...(await image())];
		await page.getByText("Drop your image here or click to browse").evaluate(
			(zone, { bytes, way, name, type }) => {
				const data = new DataTransfer();
				data.items.add(new File([new Uint8Array(bytes)], name, { type }));
				const event =
					way === "drop"
						? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
						: new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
				zone.dispatchEvent(event);
			},
			{ bytes, way, name, type },
		);
		await expect(preview(page).locator("img")).toHaveAttribute("src", /^\/images\//);
		await expect(preview(page).locator("img")).toHaveJSProperty("naturalWidth", 1200);
		await fill(page);
		await submit(page);
		await expectToast(page, { title: "Success!", description: "Link created successfully" });
		const rows = page.getByRole("listitem").filter({ hasText: "Summer in the Algarve" });
		await expect(rows).toHaveCount(way === "paste" ? 1 : 2);
		await expect(rows.first().locator("img")).toHaveAttribute("src", /\/images\/.+\.jpg/);
	}
});

async function image(): Promise<Buffer> {
	const canvas = sharp({ create: { width: 1600, height: 900, channels: 3, background: "#0f6b6b" } });
	return await canvas.png().toBuffer();
}

test.describe("on a narrow screen", () => {
	test.use({ viewport: { width: 360, height: 740 } });

	test("the card stays in sight while one types, in any direction, and only the keyboard draws a ring", async ({
		page,
	}) => {
		await becomePerson(page.request, { plan: "pro" });
		await page.goto("/admin/link/new");
		const small = page.locator("[data-small-card]");
		const title = page.getByLabel("Title");
		const outline = () => title.evaluate((field) => getComputedStyle(field).outlineStyle);
		await title.click();
		expect(await outline()).toBe("none");
		await title.fill("שלום עולם");
		await expect(small).toBeInViewport();
		await expect(small).toContainText("שלום עולם");
		expect(await title.evaluate((field) => getComputedStyle(field).direction)).toBe("rtl");
		const shown = small.getByText("שלום עולם");
		expect(await shown.evaluate((text) => getComputedStyle(text).direction)).toBe("rtl");
		await page.keyboard.press("Tab");
		await page.keyboard.press("Shift+Tab");
		await expect(title).toBeFocused();
		expect(await outline()).toBe("solid");
		// What the keyboard leads to is not hidden below the card.
		const [field, card] = [await title.boundingBox(), await small.boundingBox()];
		expect(field?.y).toBeGreaterThanOrEqual((card?.y ?? 0) + (card?.height ?? 0));
	});
});
