import { readFile } from "node:fs/promises";
import { expect, FAILED_CALL, test } from "./fixtures.ts";
import { chooseOfList } from "./link-menu.ts";
import { becomePerson, createLink } from "./person.ts";

// One of the files is refused.
test.use({ expectedNoise: FAILED_CALL });

test("links come in from a file after a look at each line, and go out as one (P189, P190, P435)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await createLink(page.request, { customLinkSlug: "taken" });
	await page.goto("/admin");
	await chooseOfList(page, "Import and export");
	await expect(page).toHaveURL("/admin/import");
	const file = page.getByLabel("CSV file");
	// The sample comes in as it is, under the name of the file (P435).
	const [sample] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Download a sample" }).click(),
	]);
	expect(sample.suggestedFilename()).toBe("visualink-sample.csv");
	const buffer = await readFile(await sample.path());
	await file.setInputFiles({ name: "links of May.csv", mimeType: "text/csv", buffer });
	await expect(page.getByText("2 new, 0 duplicates, 0 skipped.")).toBeVisible();
	await expect(page.locator("#import-file-name")).toHaveText("links of May.csv");

	const choose = (text: string) =>
		file.setInputFiles({ name: "bitly.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
	await choose("nothing\nat all");
	await expect(page.getByRole("alert")).toContainText("The first line must name the columns");
	await choose(
		"Long URL,Bitlink,Title\nhttps://example.com/1,bit.ly/one,=One\nhttps://example.com/2,bit.ly/taken,Two\nhttps://example.com/3,,Three",
	);
	await expect(page.getByText("2 new, 0 duplicates, 1 skipped.")).toBeVisible();
	const line = page.getByRole("listitem").filter({ hasText: "Line 3" });
	await expect(line).toContainText("This custom URL is already taken");
	// Lines that could not be read are asked for again on request.
	await page.route("**/rows?*", (route) => route.fulfill({ status: 503, body: "broken" }), { times: 1 });
	await page.getByLabel("Lines").selectOption("create");
	await expect(page.getByRole("alert").filter({ hasText: "We couldn't load these lines." })).toBeVisible();
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByRole("listitem").filter({ hasText: "New" })).toHaveCount(2);
	// What was said of another file goes with the next step.
	await choose("nothing\nat all");
	const refusal = page.getByText(/The first line must name the columns/);
	await expect(refusal).toBeVisible();
	await page.getByRole("button", { name: "Import 2 links" }).click();
	await expect(page.getByText("Done: 2 links imported, 0 duplicates, 1 skipped.")).toBeVisible();
	await expect(page.getByRole("status").filter({ hasText: "Import finished" })).toBeAttached();
	await expect(page.locator(":focus")).toContainText("Done: 2 links imported");
	await expect(refusal).toHaveCount(0);

	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Download CSV" }).click(),
	]);
	const text = await readFile(await download.path(), "utf8");
	expect(text.split("\r\n")).toHaveLength(5);
	expect(text).toContain(`"one","https://example.com/1","'=One"`);
	await page.getByRole("link", { name: "See your links" }).click();
	await expect(page.getByRole("list", { name: "Your Links" }).getByRole("listitem")).toHaveCount(3);
	await page.getByRole("checkbox", { name: "Choose Three" }).check();
	const [chosen] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("toolbar", { name: "Chosen links" }).getByRole("link", { name: "Export" }).click(),
	]);
	expect((await readFile(await chosen.path(), "utf8")).split("\r\n")).toHaveLength(3);
});
