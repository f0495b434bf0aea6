import type { Page } from "@playwright/test";
import { answerWith, expect, expectAccessible, expectToast, messageOf, test } from "./fixtures.ts";
import { fill, hold, submit, TARGET } from "./link-form.ts";
import { becomePerson } from "./person.ts";

test.describe("when a call fails", () => {
	test.use({ expectedNoise: /Failed to load resource|could not be (created|checked)/ });
	test.beforeEach(async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
		await page.goto("/admin/link/new");
		await fill(page);
	});

	for (const [cause, fail] of [
		["the server breaks", (page: Page) => answerWith(page, "/api/links", 500)],
		["no answer comes", (page: Page) => page.route("**/api/links", (route) => route.abort("connectionfailed"))],
	] as const) {
		test(`${cause}: toast, log, and everything typed stays`, async ({ page }) => {
			const logged = page.waitForEvent("console", (line) => line.text().includes("could not be created"));
			await fail(page);
			await submit(page);
			await expectToast(page, {
				title: "Error",
				description: "Failed to create link. Please try again.",
				isDestructive: true,
			});
			await logged;
			await expect(page.getByLabel("Title")).toHaveValue("Summer in the Algarve");
			await expect(page.getByLabel("Target URL")).toHaveValue(TARGET);
			await page.unroute("**/api/links");
			await submit(page);
			await expect(page).toHaveURL("/admin");
		});
	}

	const refusals: [string, number, object, string, string | null][] = [
		["a session that is over", 401, { kind: "unauthenticated", message: "Unauthorized" }, "Sign in again", null],
		["a month that is used up", 403, { kind: "quota_exceeded", message: "All used up" }, "View plans", null],
		["a plan that is over", 403, { kind: "subscription_required", message: "No plan" }, "View plans", null],
		["a plan without own slugs", 403, at("customLinkSlug", "plan_required"), "View plans", "Custom URL"],
		["a slug that is taken", 409, at("customLinkSlug", "conflict"), "", "Custom URL"],
		["a picture that is refused", 400, at("image", "invalid"), "", "Drop your"],
	];
	test("the reason stands beside the button and at its field, in view and focused, with the way out (P135)", async ({
		page,
	}) => {
		for (const [what, status, body, wayOut, field] of refusals) {
			await test.step(what, async () => {
				await page.getByLabel("Custom URL").fill(`mine-${status}`);
				await answerWith(page, "/api/links", status, body);
				await submit(page);
				const problem = page.getByRole("group").filter({ has: page.getByRole("alert") });
				await expect(problem).toBeVisible();
				const focused = field === null ? problem : page.getByLabel(field);
				await expect(focused).toBeFocused();
				await expect(focused).toBeInViewport();
				if (wayOut !== "") {
					const link = problem.getByRole("link", { name: wayOut });
					await expect(link).toHaveAttribute("target", "_blank");
				}
				await expect(page.getByLabel("Title")).toHaveValue("Summer in the Algarve");
				await page.unroute("**/api/links");
			});
		}
		await expectAccessible(page);
		await page.context().setOffline(true);
		await submit(page);
		await expect(page.getByText(/^You're offline\. Your work is safe/)).toBeInViewport();
		await page.context().setOffline(false);
		await submit(page);
		await expect(page).toHaveURL("/admin");
	});

	test("three wrong fields say so at once, and the first of them is focused (P288)", async ({ page }) => {
		const fields = [
			{ field: "targetUrl", code: "website_not_allowed", message: "Not this target" },
			{ field: "image", code: "image_unreadable", message: "Not this image" },
			{ field: "title", code: "too_long", message: "Not this title" },
		];
		await answerWith(page, "/api/links", 400, { kind: "invalid", ...fields[0], fields });
		await submit(page);
		const title = page.getByLabel("Title", { exact: true });
		await messageOf(page, title).expect("Not this title");
		await messageOf(page, page.getByLabel("Target URL")).expect("Not this target");
		await expect(page.getByRole("region", { name: "Image" }).getByText("Not this image")).toBeVisible();
		await expect(page.getByLabel("Drop your")).toBeFocused();
		const problem = page.getByRole("group", { name: "Why it was not saved" });
		await expect(problem.getByRole("alert").locator("p")).toHaveText([
			"Target URL: Not this target",
			"Image: Not this image",
			"Title: Not this title",
		]);
		await expectAccessible(page);
		await page.unroute("**/api/links");
		await title.fill("Another title");
		await page.getByLabel("Target URL").fill("https://example.com/other");
		await submit(page);
		await expect(page).toHaveURL("/admin");
	});

	test("a refused field is in view from the moment it is focused", async ({ page }) => {
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
	});

	test("a save on its way leaves the focus where it is, even below a refused picture", async ({ page }) => {
		await pickNoPicture(page);
		const answer = await hold(page, "**/api/links", (route) => route.fulfill({ status: 500, body: "broken" }));
		await submit(page);
		await expect.poll(answer.count).toBe(1);
		await expect(page.getByRole("button", { name: "Create Link" })).toHaveAttribute("aria-busy", "true");
		await expect(page.getByLabel("Drop your")).not.toBeFocused();
		await answer.release();
		await expect(page.getByRole("group", { name: "Why it was not saved" })).toBeFocused();
	});

	test("a target that only the server knows to be wrong is told at its field, even below a refused picture", async ({
		page,
	}) => {
		await pickNoPicture(page);
		await page.getByLabel("Target URL").fill("http://localhost/secret");
		await submit(page);
		await expect(page.getByText("Please enter a valid URL", { exact: true })).toBeVisible();
		await expect(page.getByLabel("Target URL")).toBeFocused();
	});

	test("a file that is no picture inside is told at the image before it is sent", async ({ page }) => {
		await pickNoPicture(page);
	});

	test("a file that is no whole picture is told at the image before it is sent", async ({ page }) => {
		const buffer = Buffer.from("\xff\xd8\xff\xe0 and nothing more", "latin1");
		await page.locator("input[type=file]").setInputFiles({ name: "half.jpg", mimeType: "image/jpeg", buffer });
		await expect(page.getByRole("region", { name: "Image" }).getByText("This image could not be read")).toBeVisible();
	});

	test("a slug check that gets no answer is only logged", async ({ page }) => {
		await page.route("**/api/links/check-slug-availability*", (route) => route.abort("connectionfailed"));
		const logged = page.waitForEvent("console", (line) => line.text().includes("could not be checked"));
		await page.getByLabel("Custom URL").fill("mine");
		await page.getByLabel("Custom URL").blur();
		await logged;
		await expect(page.getByRole("button", { name: "Create Link" })).toBeEnabled();
	});

	test("a slug check that is refused shows the server's message", async ({ page }) => {
		await answerWith(page, "/api/links/check-slug-availability*", 429, { kind: "too_many", message: "Slow down" });
		await page.getByLabel("Custom URL").fill("mine");
		await page.getByLabel("Custom URL").blur();
		await expect(page.getByText("Slow down", { exact: true })).toBeVisible();
		await expect(page.getByRole("button", { name: "Create Link" })).toBeEnabled();
	});

	test("a message of the server's is shown as text, whatever is in it (H3)", async ({ page }) => {
		const message = '<img src=x onerror="window.broken=1"><script>window.broken=1</script><b>bold</b>';
		await answerWith(page, "/api/links/check-slug-availability*", 409, { kind: "conflict", message });
		await page.getByLabel("Custom URL").fill("mine");
		await page.getByLabel("Custom URL").blur();
		await expect(page.getByText(message, { exact: true })).toBeVisible();
		expect(await page.evaluate(() => "broken" in window)).toBe(false);
		await expect(page.locator("img[src=x]")).toHaveCount(0);
	});
});

/** Chooses a file with a picture's name and none inside; ends when the form has said so. */
async function pickNoPicture(page: Page): Promise<void> {
	const buffer = Buffer.from("not a picture at all");
	await page.locator("input[type=file]").setInputFiles({ name: "fake.png", mimeType: "image/png", buffer });
	await expect(page.getByText("Please select an image file", { exact: true })).toBeVisible();
}

/** A refusal of one field. */
function at(field: string, kind: string): object {
	const message = `Not this ${field}`;
	return { kind, code: kind, message, fields: [{ field, code: kind, message }] };
}
