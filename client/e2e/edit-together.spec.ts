import { customize } from "./card-steps.ts";
import { expect, expectAccessible, expectToast, FAILED_CALL, test } from "./fixtures.ts";
import { madeRow } from "./link-form.ts";
import { becomePerson, createLink } from "./person.ts";

test.use({ expectedNoise: FAILED_CALL });
test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await createLink(page.request, { title: "Spring", customLinkSlug: "spring" });
	await page.goto("/admin/link/edit/spring");
	await page.getByLabel("Title").fill("Mine");
});

const theirs = {
	title: "Theirs",
	description: "Saved in another tab.",
	targetUrl: "https://example.com/theirs",
	customLinkSlug: "spring",
};

test("the second save shows what the first one saved, and either can be kept (P134)", async ({ page }) => {
	const update = page.getByRole("button", { name: "Update Link" });
	await page.request.put("/api/links/by-slug/spring", { multipart: theirs });
	const reads: string[] = [];
	page.on("request", (request) => {
		const { pathname, search } = new URL(request.url());
		if (request.method() === "GET" && pathname.startsWith("/api/")) reads.push(pathname + search);
	});
	await update.click();
	await expectToast(page, {
		title: "Error",
		description: "Failed to update link. Please try again.",
		isDestructive: true,
	});
	const conflict = page.getByRole("region", { name: "Someone else edited this link" });
	await expect(conflict).toBeFocused();
	await expect(conflict).toBeInViewport();
	for (const text of ["Theirs", "Saved in another tab.", "https://example.com/theirs"]) {
		await expect(conflict).toContainText(text);
	}
	await expect(page.getByLabel("Title")).toHaveValue("Mine");
	// It reads this link only, however many there are.
	expect(reads).toEqual([expect.stringMatching(/^\/api\/links\/rows\?ids=\d+$/)]);
	await expectAccessible(page);

	await conflict.getByRole("button", { name: "Keep theirs" }).click();
	await expect(conflict).toHaveCount(0);
	await expect(page.getByLabel("Title")).toHaveValue("Theirs");
	await expect(page.getByLabel("Title")).toBeFocused();
	await expect(page.getByLabel("Target URL")).toHaveValue("https://example.com/theirs");

	// Its times alone: those are told, too.
	const times = { endsAt: "2099-01-31T12:00:00.000Z", afterUrl: "https://example.com/over" };
	await page.getByLabel("Title").fill("Mine again");
	await page.request.put("/api/links/by-slug/spring", { multipart: { ...theirs, ...times } });
	await update.click();
	await expect(conflict).toContainText(/It ends Jan 31, 2099/);
	await expect(conflict).toContainText("Afterwards it leads to https://example.com/over");
	await conflict.getByRole("button", { name: "Keep theirs" }).click();
	await expect(conflict).toHaveCount(0);
	await page.getByLabel("Title").fill("Mine once more");
	const noTimes = { startsAt: "", endsAt: "", afterUrl: "" };
	await page.request.put("/api/links/by-slug/spring", { multipart: { ...theirs, ...noTimes } });
	await update.click();
	await expect(conflict).toContainText("No start or end time");
	await conflict.getByRole("button", { name: "Keep theirs" }).click();
	await expect(conflict).toHaveCount(0);

	// Changed once more, and moved: mine is kept at my address.
	await page.getByLabel("Title").fill("Mine after all");
	await page.request.put("/api/links/by-slug/spring", { multipart: { ...theirs, customLinkSlug: "moved" } });
	await update.click();
	await expect(conflict).toContainText("/moved");
	await conflict.getByRole("button", { name: "Save mine instead" }).click();
	await expectToast(page, { title: "Success!", description: "Link updated successfully" });
	const row = page.getByRole("list", { name: "Your Links" }).getByRole("listitem");
	await expect(row).toHaveCount(1);
	await expect(row).toContainText("Mine after all");
	await expect(row).toContainText("/spring");
});

test("a link that was deleted meanwhile can be saved as a new one (P135)", async ({ page }) => {
	const [link] = (await (await page.request.get("/api/links")).json()) as { id: number }[];
	await page.request.put(`/api/links/${link?.id}/cards/x`, { multipart: { title: "For X" } });
	await page.reload();
	await page.getByLabel("Title").fill("Mine");
	await page.getByRole("link", { name: "Previews", exact: true }).click();
	await customize(page, "Discord");
	await page.getByLabel("Title for Discord").fill("For gamers");
	await page.request.delete(`/api/links/${link?.id}`);
	await page.getByRole("button", { name: "Update Link" }).click();
	await expect(page.getByText(/^This link was deleted/)).toBeInViewport();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Save as new link" }).click();
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	await expect(madeRow(page)).toContainText("Mine");
	// With its cards for some apps, the saved one and the one that was being written (P345).
	const made = (await (await page.request.get("/api/links")).json()) as { id: number; title: string }[];
	const id = made.find(({ title }) => title === "Mine")?.id;
	const cards = (await (await page.request.get(`/api/links/${id}/cards`)).json()) as object[];
	expect(cards).toMatchObject([{ title: "For gamers" }, { title: "For X" }]);
});
