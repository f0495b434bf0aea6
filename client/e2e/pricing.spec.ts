import { expect, holdCalls, openReady, test } from "./fixtures.ts";
import { consent, pickCountry, save } from "./onboarding-form.ts";
import { becomePerson, newEmail } from "./person.ts";

test("a plan's card is about 300 pixels wide, and its button keeps its width while the checkout opens", async ({
	page,
}) => {
	await becomePerson(page.request, { hasConsent: true });
	const release = await holdCalls(page, "/api/subscriptions");
	await page.goto("/pricing");
	await page.getByRole("radio", { name: "Monthly" }).check();
	const box = await page.getByRole("article").first().boundingBox();
	expect(Math.abs((box?.width ?? 0) - 300)).toBeLessThan(30);

	const button = page.getByRole("article", { name: "Pro" }).getByRole("button");
	await expect(button).toHaveText("Choose Plan");
	const width = (await button.boundingBox())?.width;
	await button.click();
	await expect(button).toHaveAttribute("aria-busy", "true");
	expect((await button.boundingBox())?.width).toBe(width);
	release();
	await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//);
});

test("a plan chosen by a visitor survives sign-in and onboarding, and the checkout goes on by itself", async ({
	page,
}) => {
	await openReady(page, "/pricing");
	await page.getByRole("radio", { name: "Monthly" }).check();
	await page.getByRole("article", { name: "Basic" }).getByRole("button").click();

	await page.getByLabel("Another address").fill(newEmail());
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
	await expect(page).toHaveURL("/onboarding");
	await pickCountry(page, "Portugal");
	await consent(page);
	const checkout = page.waitForRequest(
		(request) => request.method() === "POST" && /\/api\/subscriptions$/.test(request.url()),
	);
	await save(page);

	expect((await checkout).postDataJSON()).toEqual({ planId: "basic", isAnnual: false });
	await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//);
});
