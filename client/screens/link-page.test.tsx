import { expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { chooseInMenu } from "./link-menu.ts";
import { answerWith } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectFocus,
	expectPath,
	expectToast,
	field,
	fill,
	openScreen,
	press,
	reloadScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const tab = (name: string) => within(screen.getByRole("navigation", { name: "This link" })).getByRole("link", { name });

it("an owner keeps what is unsaved on each tab of a link, and is asked before they leave it (P346)", async () => {
	await becomePerson({ plan: "pro" });
	await createLink({ title: "Spring", customLinkSlug: "spring" });
	openScreen("/admin");
	await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" });
	history.pushState(null, "", "/admin/link/edit/spring");
	reloadScreen();
	await screen.findByLabelText("Title");
	fill(field("Title"), "Late spring");
	await user.click(tab("Previews"));
	await screen.findByRole("heading", { level: 1, name: "Previews" });
	await waitFor(() => tab("Edit, unsaved changes"));
	expect(document.activeElement).toBe(tab("Previews"));
	await user.click(tab("Statistics"));
	await waitFor(() => expect(location.pathname).toBe("/admin/link/stats/spring"));
	await user.click(await screen.findByRole("radio", { name: "Yesterday" }));
	await waitFor(() => expect(location.search).toContain("range=yesterday"));
	await screen.findByText("No views yet. Share this link to see some.");

	// Back leaves the page, from any tab, unless the owner keeps editing.
	history.back();
	await keepEditing();
	expect(location.pathname + location.search).toMatch(/^\/admin\/link\/stats\/spring\?range=yesterday/);
	screen.getByText("No views yet. Share this link to see some.");
	await user.click(within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Pricing" }));
	await keepEditing();
	await user.click(tab("Edit, unsaved changes"));
	await waitFor(() => expect(field("Title").value).toBe("Late spring"));
	await press("Copy");
	await expectToast("Copied!", "Link copied to clipboard");

	// A mistake on another tab is shown where it is.
	fill(field("Title"), "");
	await user.click(tab("Previews"));
	await press("Update Link");
	await expectFocus(() => field("Title"));
	await expectPath("/admin/link/edit/spring");
	fill(field("Title"), "Late spring");
	await user.keyboard("{Control>}s{/Control}");
	await expectToast("Success!", "Link updated successfully");
	await expectPath("/admin");
});

it("an owner's Back leaves the page of a link, whichever of its tabs they looked at (P346)", async () => {
	await becomePerson({ plan: "pro" });
	await createLink({ title: "Spring", customLinkSlug: "spring" });
	openScreen("/admin");
	await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" });
	history.pushState(null, "", "/admin/link/edit/spring");
	await screen.findByLabelText("Title");
	await user.click(tab("Previews"));
	await screen.findByRole("heading", { level: 1, name: "Previews" });
	await user.click(tab("Statistics"));
	await screen.findByText("No views yet. Share this link to see some.");
	await expectPath("/admin/link/stats/spring");
	history.back();
	await screen.findByRole("heading", { level: 1, name: "Admin Dashboard" });
	await expectPath("/admin");
});

it("an owner copies, opens and shares a link from its head, which shows the title as typed (P347)", async () => {
	await becomePerson({ plan: "pro" });
	const { shortUrl } = await createLink({ title: "Spring", customLinkSlug: "spring" });
	openScreen("/admin/link/edit/spring");
	await screen.findByLabelText("Title");
	const head = within(document.querySelector("[data-link-head]") as HTMLElement);
	fill(field("Title"), "Late spring");
	await head.findByText("Late spring");
	head.getByText("spring");
	head.getByRole("link", { name: "Back to dashboard" });
	head.getByRole("button", { name: "Copy" });
	await waitFor(() => expect(head.getByRole<HTMLButtonElement>("button", { name: /^More for/ }).disabled).toBe(false));
	expect(head.getByRole("link", { name: "Open" }).getAttribute("href")).toBe(API.links.open(shortUrl));
	for (const [entry, dialog] of [
		["Share", "Share this link"],
		["QR code", "QR code"],
	] as const) {
		expect(head.queryByRole("button", { name: entry })).toBeNull();
		await chooseInMenu("Spring", entry);
		await screen.findByRole("dialog", { name: dialog });
		await user.keyboard("{Escape}");
		await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	}
});

it("an owner whose month is used up reads so before they fill in the form (P352)", async () => {
	await becomePerson({ plan: "starter" });
	answerWith(API.links.monthlyUsage, 200, { monthlyCount: 20, limit: 20 });
	openScreen("/admin/link/new");
	const note = await screen.findByText(/You've used all 20 links this month/);
	const alert = note.closest("[role=alert]") as HTMLElement;
	expect(within(alert).getByRole("link", { name: "View plans" }).getAttribute("href")).toBe("/pricing");
	const [upgrade] = await screen.findAllByText("Upgrade to use this feature");
	expect(upgrade?.parentElement?.textContent).toContain("Pro, €19.99 a month");
});

async function keepEditing(): Promise<void> {
	await press("Keep editing", within(await screen.findByRole("dialog", { name: "Leave without saving?" })));
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}
