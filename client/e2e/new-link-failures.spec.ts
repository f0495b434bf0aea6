import { answerWith, expect, test } from "./fixtures.ts";
import { fill, submit } from "./link-form.ts";
import { becomePerson } from "./person.ts";

test.use({ expectedNoise: /Failed to load resource|could not be created/ });
test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await page.goto("/admin/link/new");
	await fill(page);
});

test("a refused field is in view from the moment it is focused; a truncated image shows its error at its field", async ({
	page,
}) => {
	await answerWith(page, "/api/links", 409, at("customLinkSlug", "conflict"));
	await page.getByRole("button", { name: "Create Link" }).scrollIntoViewIfNeeded();
	const field = page.getByLabel("Custom URL");
	const tops = field.evaluate(
		(element) =>
			new Promise<number[]>((resolve) => {
				const seen: number[] = [];
				const look = () => {
					if (seen.push(element.getBoundingClientRect().top) === 10) resolve(seen);
					else requestAnimationFrame(look);
				};
				element.addEventListener("focus", () => requestAnimationFrame(look), { once: true });
			}),
	);
	await submit(page);
	expect(new Set(await tops).size).toBe(1);
	await expect(field).toBeInViewport();

	const buffer = Buffer.from("\xff\xd8\xff\xe0 and nothing more", "latin1");
	await page.locator("input[type=file]").setInputFiles({ name: "half.jpg", mimeType: "image/jpeg", buffer });
	await expect(page.getByRole("region", { name: "Image" }).getByText("This image could not be read")).toBeVisible();
});

/** A refusal of one field. */
function at(field: string, kind: string): object {
	const message = `Not this ${field}`;
	return { kind, code: kind, message, fields: [{ field, code: kind, message }] };
}
