import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { fill, submit } from "./link-form.ts";
import { becomePerson, createLink } from "./person.ts";

test.use({ timezoneId: "America/New_York" });

test("a link's times are set in one's own zone, kept, and taken away (P187)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await page.goto("/admin/link/new");
	await fill(page);
	await page.getByText("Start and end").click();
	await page.getByLabel("Opens").fill("2031-01-01T00:15");
	await page.getByLabel("Ends").fill("2031-01-01T00:15");
	await page.getByLabel("Then redirect to").fill("https://example.org/next");
	await expect(page.getByText("Time zone: America/New_York").first()).toBeVisible();
	await submit(page);
	await expect(page.getByText("The end must be after the start")).toBeVisible();
	await expect(page.getByLabel("Ends")).toBeFocused();
	await expectAccessible(page);
	// Corrected, it stays open, and is judged again whichever of the two fields one changes.
	await page.getByLabel("Opens").fill("2031-01-01T00:14");
	await expect(page.getByText("The end must be after the start")).toHaveCount(0);
	await expect(page.getByLabel("Opens")).toBeFocused();
	await page.getByLabel("Ends").fill("");
	await expect(page.getByText("Set an end time first")).toBeVisible();
	// Closed by hand over a mistake, it opens for it.
	await page.getByText("Start and end").click();
	await expect(page.getByLabel("Ends")).toBeHidden();
	await submit(page);
	await expect(page.getByLabel("Ends")).toBeFocused();
	await page.getByLabel("Opens").fill("2031-01-01T00:15");
	await page.getByLabel("Ends").fill("2031-01-02T00:15");
	await expect(page.getByLabel("Ends")).toBeFocused();
	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	await expect(page.getByText("Opens Jan 1, 2031, 12:15 AM")).toBeVisible();
	const [made] = (await (await page.request.get("/api/links")).json()) as { startsAt: string; shortUrl: string }[];
	expect(made).toMatchObject({
		startsAt: "2031-01-01T05:15:00.000Z",
		endsAt: "2031-01-02T05:15:00.000Z",
		afterUrl: "https://example.org/next",
	});
	expect(await (await page.request.get(made?.shortUrl ?? "")).text()).toContain(
		"This link opens on January 1, 2031 at 5:15:00 AM UTC.",
	);

	await page.getByRole("link", { name: "Edit Summer in the Algarve" }).click();
	await expect(page.getByLabel("Opens")).toHaveValue("2031-01-01T00:15");
	for (const field of ["Opens", "Ends", "Then redirect to"]) await page.getByLabel(field).fill("");
	await page.getByRole("button", { name: "Update Link" }).click();
	await expectToast(page, { title: "Success!", description: "Link updated successfully" });
	const [kept] = (await (await page.request.get("/api/links")).json()) as object[];
	expect(Object.keys(kept ?? {})).not.toContain("startsAt");
});

test("on a smaller plan the times are locked, and nothing is in the way", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await createLink(page.request);
	await page.goto("/admin/link/new");
	await page.getByText("Start and end").click();
	await expect(page.getByLabel("Opens")).toBeDisabled();
	const locked = page.locator("details").filter({ hasText: "Start and end" });
	await expect(locked.getByRole("link", { name: "Upgrade to use this feature" })).toHaveAttribute("href", "/pricing");
});

test.describe("when a save is refused", () => {
	test.use({ expectedNoise: /Failed to load resource|could not be created/ });

	test("an address for afterwards that only the server knows to be wrong is told at its field (P135)", async ({
		page,
	}) => {
		await becomePerson(page.request, { plan: "pro" });
		await page.setViewportSize({ width: 1280, height: 500 });
		await page.goto("/admin/link/new");
		await fill(page);
		const title = page.getByText("Start and end");
		const after = page.getByLabel("Then redirect to");
		await title.click();
		await page.getByLabel("Ends").fill("2031-01-02T00:15");
		await after.fill("http://localhost/");
		// The section is closed each time, the second time over its mistake.
		for (const _time of ["first", "second"]) {
			await title.click();
			await expect(after).toBeHidden();
			await submit(page);
			await expect(after).toBeFocused();
			await expect(after).toBeInViewport();
			await expect(after).toHaveAttribute("aria-invalid", "true");
			await expect(after).toHaveAccessibleDescription(/Please enter a valid URL to redirect to/);
			await expect(page.getByRole("group", { name: "Why it was not saved" })).toHaveText(
				"Then redirect to: Please enter a valid URL to redirect to",
			);
		}
		await expectAccessible(page);
		await after.fill("https://example.org/next");
		await expect(after).not.toHaveAttribute("aria-invalid", "true");
		await submit(page);
		await expectToast(page, { title: "Success!", description: "Link created successfully" });
	});
});
