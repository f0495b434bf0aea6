import { COUNTRIES } from "#shared/onboarding/countries.ts";
import { EU_COUNTRY_CODES } from "#shared/onboarding/eu-vat.ts";
import { answerWith, expect, expectAccessible, expectToast, FAILED_CALL, messageOf, test } from "./fixtures.ts";
import { consent, pickCountry, save } from "./onboarding-form.ts";
import { becomePerson } from "./person.ts";

test.describe("the form", () => {
	let email: string;

	test.beforeEach(async ({ page }) => {
		({ email } = await becomePerson(page.request));
		await page.goto("/onboarding");
	});

	test("has the e-mail filled in and disabled, and the name from Google", async ({ page }) => {
		await expect(page.getByLabel("Email")).toHaveValue(email);
		await expect(page.getByLabel("Email")).toBeDisabled();
		const user = (await (await page.request.get("/api/auth/user")).json()) as { firstName: string; lastName: string };
		await expect(page.getByLabel("Full name")).toHaveValue(`${user.firstName} ${user.lastName}`);
	});

	test("without a country: toast, focus on the first mistake, nothing sent", async ({ page }) => {
		let isSent = false;
		page.on("request", (request) => {
			isSent ||= request.url().endsWith("/api/auth/onboarding");
		});
		await consent(page);
		await save(page);
		await expectToast(page, {
			title: "Validation Error",
			description: "Please select a country of residence.",
			isDestructive: true,
		});
		await expect(page.getByText("Country is required", { exact: true })).toBeVisible();
		await expect(page.getByLabel("Country of residence")).toBeFocused();
		expect(isSent).toBe(false);

		await pickCountry(page, "Portugal");
		await expect(page.getByText("Country is required", { exact: true })).toHaveCount(0);
		await expect(page.getByText("Please select a country of residence.")).toHaveCount(0);
	});

	test("a country can be picked where it is first shown: the list does not move while it is searched", async ({
		page,
	}) => {
		// Short of room: the whole list fits above the field, a shorter one would fit below.
		await page.setViewportSize({ width: 360, height: 780 });
		await page.emulateMedia({ reducedMotion: "reduce" });
		await page.getByLabel("Country of residence").click();
		const list = page.getByRole("dialog", { name: "Countries" });
		await expect(list).toBeInViewport({ ratio: 1 });
		const open = await list.boundingBox();
		await page.getByPlaceholder("Search country...").fill("Portugal");
		const option = page.getByRole("option", { name: "Portugal" });
		const { first, later } = await option.evaluate(async (element) => {
			const first = element.getBoundingClientRect().top;
			for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
			return { first, later: element.getBoundingClientRect().top };
		});
		expect(later).toBe(first);
		expect(await list.boundingBox()).toEqual(open);
		await option.click();
		await expect(page.getByLabel("Country of residence")).toHaveText("Portugal");
	});

	test("asks before what was typed is lost", async ({ page }) => {
		await page.getByLabel("Full name").fill("Ada King");
		await page.getByRole("banner").getByRole("link", { name: "Visualink" }).click();
		const question = page.getByRole("dialog", { name: "Leave without saving?" });
		await question.getByRole("button", { name: "Keep editing" }).click();
		await expect(page.getByLabel("Full name")).toHaveValue("Ada King");
		await page.getByRole("banner").getByRole("link", { name: "Visualink" }).click();
		await question.getByRole("button", { name: "Leave page" }).click();
		await expect(page).toHaveURL("/");
	});

	test("asks for both consents", async ({ page }) => {
		await pickCountry(page, "Portugal");
		await save(page);
		await expect(page.getByText("You must accept the terms and conditions", { exact: true })).toBeVisible();
		await expect(page.getByText("You must accept the privacy policy", { exact: true })).toBeVisible();
		await expect(page.getByRole("checkbox", { name: /terms and conditions/ })).toBeFocused();
	});

	test("asks for the full name", async ({ page }) => {
		await page.getByLabel("Full name").fill("  ");
		await save(page);
		await expect(page.getByText("Required", { exact: true })).toBeVisible();
		await expect(page.getByLabel("Full name")).toBeFocused();
	});

	test("a business tells its name and address, and in the EU its VAT number", async ({ page }) => {
		await page.getByRole("tab", { name: "Business" }).click();
		await pickCountry(page, "Portugal");
		await save(page);
		await expect(
			page.getByText("Business name, address, and country are required for businesses", { exact: true }),
		).toHaveCount(2);
		await expect(page.getByText("Required", { exact: true })).toBeVisible();
	});

	test("finds countries by typing, and clears the chosen one when it is picked again", async ({ page }) => {
		const country = page.getByLabel("Country of residence");
		await country.click();
		const search = page.getByPlaceholder("Search country...");
		await expect(page.getByRole("option")).toHaveCount(249);
		await search.fill("xyzzy");
		await expect(page.getByText("No country found.", { exact: true })).toBeVisible();
		await search.fill("port");
		await expect(page.getByRole("option", { selected: true })).toHaveText(["Portugal"]);
		await page.keyboard.press("Enter");
		await expect(country).toHaveText("Portugal");
		await pickCountry(page, "Portugal");
		await expect(country).toHaveText("Select your country");
	});

	test("shows the VAT number to businesses of the 27 alone", async ({ page }) => {
		const vat = page.getByLabel("VAT Number");
		await pickCountry(page, "Portugal");
		await expect(vat).toHaveCount(0);
		await page.getByRole("tab", { name: "Business" }).click();
		await expect(vat).toBeVisible();
		await pickCountry(page, "Switzerland");
		await expect(vat).toHaveCount(0);
		for (const code of EU_COUNTRY_CODES) {
			await page.getByLabel("Country of residence").click();
			await page.getByPlaceholder("Search country...").fill(code);
			const { name = "" } = COUNTRIES.find((country) => country.code === code) ?? {};
			await expect(page.getByRole("option", { name, exact: true, selected: true })).toBeVisible();
			await page.keyboard.press("Enter");
			await expect(page.getByLabel("Country of residence")).toHaveText(name);
			await expect(vat, code).toBeVisible();
		}
	});

	test("an address is the private person's own choice, and success goes to the plans after 500 ms", async ({
		page,
	}) => {
		await expect(page.getByLabel("Address optional")).toBeVisible();
		await page.getByLabel("Full name").fill("Grace Hopper");
		await pickCountry(page, "Brazil");
		await consent(page);
		await page.evaluate(() => {
			const replaceState = history.replaceState.bind(history);
			history.replaceState = (...entry) => {
				document.documentElement.dataset.leftAt = String(performance.now());
				replaceState(...entry);
			};
		});
		await save(page);
		await expectToast(page, {
			title: "Onboarding completed",
			description: "Your information has been saved successfully",
		});
		await page.waitForURL("/pricing");
		const msAfterAnswer = await page.evaluate(() => {
			const calls = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
			const saved = calls.find(({ name }) => name.endsWith("/api/auth/onboarding"));
			return Number(document.documentElement.dataset.leftAt) - (saved?.responseEnd ?? 0);
		});
		expect(msAfterAnswer).toBeGreaterThanOrEqual(500);
		expect(msAfterAnswer).toBeLessThan(10_000);
		await expect(page.getByRole("button", { name: "Account menu of Grace Hopper" })).toBeVisible();

		await page.goto("/onboarding");
		await expectToast(page, { title: "You are already onboard!" });
		await expect(page).toHaveURL("/pricing");
	});

	test("a business in the EU is saved with its details", async ({ page }) => {
		await page.getByRole("tab", { name: "Business" }).click();
		await pickCountry(page, "Germany");
		await page.getByLabel("Business name").fill("Engines GmbH");
		await page.getByLabel("Business address").fill("Unter den Linden 1, Berlin");
		await page.getByLabel("VAT Number").fill("DE136695976");
		await consent(page);
		const request = page.waitForRequest("**/api/auth/onboarding");
		await save(page);
		expect((await request).postDataJSON()).toMatchObject({
			email,
			isBusiness: true,
			businessName: "Engines GmbH",
			businessAddress: "Unter den Linden 1, Berlin",
			businessCountry: "DE",
			businessVat: "DE136695976",
			termsAccepted: true,
			privacyAccepted: true,
		});
		await expect(page).toHaveURL("/pricing");
	});

	test("has nothing that axe finds", async ({ page }) => {
		await page.getByRole("tab", { name: "Business" }).click();
		await save(page);
		await expect(page.getByText("Country is required", { exact: true })).toBeVisible();
		await expectAccessible(page);
		await page.getByLabel("Country of residence").click();
		await expect(page.getByPlaceholder("Search country...")).toBeFocused();
		await expectAccessible(page);
	});
});

test.describe("when saving fails", () => {
	test.use({ expectedNoise: FAILED_CALL });
	test.beforeEach(async ({ page }) => {
		await becomePerson(page.request);
		await page.goto("/onboarding");
		await page.getByLabel("Full name").fill("Ada King");
		await pickCountry(page, "Portugal");
		await consent(page);
	});

	test("the server refuses: everything typed stays", async ({ page }) => {
		await answerWith(page, "/api/auth/onboarding", 500);
		await save(page);
		await expectToast(page, {
			title: "Onboarding failed",
			description: "There was an error saving your information. Please try again.",
			isDestructive: true,
		});
		await expect(page.getByLabel("Full name")).toHaveValue("Ada King");
		await expect(page.getByLabel("Country of residence")).toHaveText("Portugal");
		await page.unroute("**/api/auth/onboarding");
		await save(page);
		await expect(page).toHaveURL("/pricing");
	});

	test("a VAT number that is none: said under its field, with the focus on it", async ({ page }) => {
		await page.getByRole("tab", { name: "Business" }).click();
		await page.getByLabel("Business name").fill("Engines Lda");
		await page.getByLabel("Business address").fill("Rua das Flores 1, Porto");
		const vat = page.getByLabel("VAT Number");
		await vat.fill("PT12");
		await save(page);
		await expectToast(page, {
			title: "Onboarding failed",
			description: "There was an error saving your information. Please try again.",
			isDestructive: true,
		});
		await expect(vat).toBeFocused();
		await messageOf(page, vat).expect("Please enter a valid VAT number");
		await expectAccessible(page);
		await vat.fill("PT501964843");
		await expect(page.getByText("Please enter a valid VAT number")).toHaveCount(0);
		await save(page);
		await expect(page).toHaveURL("/pricing");
	});

	test("several wrong fields: each says so at once, and the first is focused (P288)", async ({ page }) => {
		const fields = [
			{ field: "businessCountry", code: "country_required", message: "Not this country" },
			{ field: "fullName", code: "too_long", message: "Not this name" },
			{ field: "email", code: "invalid", message: "Not this address" },
		];
		await answerWith(page, "/api/auth/onboarding", 400, { kind: "invalid", ...fields[0], fields });
		await save(page);
		const name = page.getByLabel("Full name");
		await expect(name).toBeFocused();
		await messageOf(page, name).expect("Not this name");
		await messageOf(page, page.getByLabel("Country of residence")).expect("Not this country");
		await expect(page.getByRole("alert").getByText("Not this address")).toBeVisible();
	});

	test("anything else that the server refuses is said above the button", async ({ page }) => {
		await answerWith(page, "/api/auth/onboarding", 429, { kind: "too_many", message: "Too many requests" });
		await save(page);
		await expect(page.getByRole("alert").getByText("Too many requests")).toBeVisible();
	});

	test("no answer comes", async ({ page }) => {
		await page.route("**/api/auth/onboarding", (route) => route.abort("connectionfailed"));
		await save(page);
		await expectToast(page, {
			title: "Error",
			description: "An unexpected error occurred. Please try again.",
			isDestructive: true,
		});
		await expect(page.getByLabel("Full name")).toHaveValue("Ada King");
	});
});
