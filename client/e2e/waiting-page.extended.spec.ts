import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { consent, pickCountry, save } from "./onboarding-form.ts";
import { newEmail } from "./person.ts";

/** Longer than what sign-in itself may carry (P34). */
const LONG = `http://patience.sandbox.example/article?from=${"a".repeat(600)}`;
const FORM = `/admin/link/new?${new URLSearchParams({ title: "What the app calls it", text: `Look: ${LONG}` })}`;

test("a page that a visitor shares waits through sign-in, onboarding and checkout", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 780 });
	await page.goto(FORM);
	await expectToast(page, { title: "Authentication required", description: "Please sign in to access this page" });
	await expect(page).toHaveURL("/");
	await expect(page.getByText("Sign in to create a link to patience.sandbox.example.")).toBeVisible();
	await expectAccessible(page);
	const leadsToForm = /returnTo=%2Fadmin%2Flink%2Fnew$/;
	for (const name of ["Access", "Get Started with Google", "Sign in and continue"]) {
		await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("href", leadsToForm);
	}
	await page.getByRole("link", { name: "Sign in and continue" }).click();
	await page.getByLabel("Another address").fill(newEmail());
	await page.getByRole("button", { name: "Sign in", exact: true }).click();

	await expect(page).toHaveURL("/onboarding");
	await pickCountry(page, "Portugal");
	await consent(page);
	await save(page);

	await expect(page).toHaveURL("/pricing");
	const choosePlan = page.getByText("Choose a plan to create a link to patience.sandbox.example.");
	await expect(choosePlan).toBeVisible();
	const seePlans = page.getByRole("link", { name: "View plans" });
	await expect(seePlans).toHaveCount(0);
	await page.goto("/");
	await expect(choosePlan).toBeVisible();
	await seePlans.click();
	await expect(page).toHaveURL("/pricing");
	await page.getByRole("button", { name: "Choose Plan" }).click();
	await page.getByLabel("Card number").fill("4242 4242 4242 4242");
	await page.getByRole("button", { name: /^(Pay|Subscribe)/ }).click();

	await page.getByRole("link", { name: "Create link now" }).click();
	await expect(page.getByLabel("Title")).toHaveValue("Eleven quiet beaches of the Algarve & how to get there");
	await expect(page.getByLabel("Target URL")).toHaveValue(LONG);
	// A reload begins with it again, and nothing waits any more.
	await expect(page).toHaveURL(FORM);
	await page.getByRole("button", { name: "Remove" }).waitFor();
	await page.evaluate(() => window.history.replaceState(null, "", "/admin"));
	await page.reload();
	await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
	await expect(page.getByText("patience.sandbox.example")).toHaveCount(0);
});
