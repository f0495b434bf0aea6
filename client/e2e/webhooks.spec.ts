import { startReceiver } from "../../server/testing/machine/example-receiver.ts";
import { freePort } from "../../server/testing/machine/free-port.ts";
import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test("a webhook is made, the receiver of the reference verifies what it gets, and the log shows it without a reload (P669, P670)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	await page.goto("/admin/api");
	await page.getByRole("tab", { name: "Webhooks" }).click();
	await expect(page).toHaveURL("/admin/api?tab=webhooks");
	await expect(page.getByText(/^No webhooks yet\./)).toBeVisible();
	await page.getByRole("button", { name: "New webhook" }).click();
	await expect(page.getByLabel("Address")).toBeFocused();
	await expectAccessible(page);
	const port = await freePort();
	const host = `receiver-${port}.sandbox.example`;
	await page.getByLabel("Address").fill(`http://${host}/`);
	await page.getByRole("button", { name: "Create webhook" }).click();
	await expect(page.getByRole("heading", { name: "Your webhook's secret" })).toBeFocused();
	await page.setViewportSize({ width: 360, height: 740 });
	await expectAccessible(page);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	await page.setViewportSize({ width: 1280, height: 800 });
	const secret = (await page.getByText(/^whsec_\S{44}$/).textContent()) ?? "";
	await page.getByRole("button", { name: "Done" }).click();

	const receiver = await startReceiver("node", { secret, port });
	try {
		const panel = page.locator("[data-webhook]");
		await panel.getByRole("button", { name: "Send test" }).click();
		// By an event: the page is neither loaded again nor pressed.
		const sent = panel.locator("[data-delivery]").filter({ hasText: "webhook.test" });
		await expect(sent).toContainText("Delivered");
		await expect(sent).toContainText("Answered 204");
		await expect.poll(receiver.printed).toContain("webhook.test");
		await sent.locator("summary").click();
		await expect(sent.getByText('"type": "webhook.test"')).toBeVisible();
		await expect(sent.getByText("Answer · 204")).toBeVisible();
		await expectAccessible(page);
		await createLink(page.request, { title: "Summer" });
		const made = panel.locator("[data-delivery]").filter({ hasText: "link.created" });
		await expect(made).toContainText("Answered 204");
		await expect.poll(receiver.printed).toContain("title: 'Summer'");

		await panel.getByRole("button", { name: "Roll secret" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Roll secret" }).click();
		await expect(panel.getByRole("heading", { name: "Your new secret" })).toBeFocused();
		await expect(panel.getByText(secret)).toHaveCount(0);
		await panel.getByRole("button", { name: "Done" }).click();
		// The receiver has the previous one, which signs as well.
		await panel.getByRole("button", { name: "Send test" }).click();
		await expect(sent).toHaveCount(2);
		await expect(sent.first()).toContainText("Answered 204");
	} finally {
		await receiver.stop();
	}
	await page.reload();
	expect(await page.content()).not.toContain(secret);
	await page.getByRole("button", { name: `Delete ${host}/` }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click();
	await expectToast(page, { title: "Webhook deleted" });
	await expect(page.getByRole("heading", { level: 2, name: "Webhooks" })).toBeFocused();
});
