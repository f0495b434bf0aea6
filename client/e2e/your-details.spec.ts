import { API } from "#shared/api-paths.ts";
import type { BillingDetails } from "#shared/onboarding/onboarding-form.ts";
import { expect, expectAccessible, expectToast, FAILED_CALL, messageOf, test } from "./fixtures.ts";
import { pickCountry } from "./onboarding-form.ts";
import { becomePerson } from "./person.ts";

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.goto("/admin?tab=subscription");
	await page.getByRole("button", { name: "Edit details" }).click();
	await expect(page.getByLabel("Full name")).toBeFocused();
});

test.describe("a VAT number that is none", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("is said under its field, and once corrected reaches the account", async ({ page }) => {
		await expect(page.getByLabel("VAT Number")).toHaveCount(0);
		await page.getByRole("tab", { name: "Business" }).click();
		await pickCountry(page, "Germany");
		await page.getByLabel("Business name").fill("Engines GmbH");
		await page.getByLabel("Business address").fill("Unter den Linden 1, Berlin");
		const vat = page.getByLabel("VAT Number");
		await vat.fill("DE12");
		await page.getByRole("button", { name: "Save details" }).click();
		await expectToast(page, { title: "Error", description: "Could not save your details", isDestructive: true });
		await expect(vat).toBeFocused();
		await messageOf(page, vat).expect("Please enter a valid VAT number");
		await expectAccessible(page);

		await vat.fill("DE 136 695 976");
		await page.getByRole("button", { name: "Save details" }).click();
		await expectToast(page, { title: "Details saved", description: "They appear on your next invoice" });
		await expect(page.getByRole("button", { name: "Edit details" })).toBeFocused();
		await expect(page.getByText("VAT Number").locator("..")).toContainText("DE136695976");
		const kept = (await (await page.request.get(API.account.billingDetails)).json()) as BillingDetails;
		expect(kept).toMatchObject({ isBusiness: true, businessName: "Engines GmbH", businessVat: "DE136695976" });
	});
});

test.describe("a look at the other tab", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("loses nothing that is being corrected, and hears of a save that failed", async ({ page }) => {
		const [links, subscription] = [
			page.getByRole("tab", { name: "Links" }),
			page.getByRole("tab", { name: "Subscription" }),
		];
		const name = page.getByLabel("Full name");
		await name.fill("Ada King");
		await links.click();
		await expect(name).toBeHidden();
		await subscription.click();
		await expect(name).toHaveValue("Ada King");

		let fail = () => {};
		const isTime = new Promise<void>((resolve) => {
			fail = resolve;
		});
		await page.route("**/api/account/billing-details", async (route) => {
			await isTime;
			await route.fulfill({ status: 502, body: "broken" });
		});
		await page.getByRole("button", { name: "Save details" }).click();
		await links.click();
		fail();
		await expectToast(page, { title: "Error", description: "Could not save your details", isDestructive: true });
		await subscription.click();
		await expect(name).toHaveValue("Ada King");
	});
});

test("a private person's name is corrected in the header, too, and there is no VAT number", async ({ page }) => {
	await page.getByLabel("Full name").fill("Ada King");
	await page.getByRole("banner").getByRole("link", { name: "Pricing" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
	await page.getByRole("button", { name: "Save details" }).click();
	await expect(page.getByRole("button", { name: "Account menu of Ada King" })).toBeVisible();
	await expect(page.getByText("VAT Number")).toHaveCount(0);
	await expectAccessible(page);
});
