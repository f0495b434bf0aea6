import type { BrowserContextOptions, Page } from "@playwright/test";
import type { Hand } from "./hand.ts";

/** Links of the person, the last one first in the list, and how many of the first are a campaign's. */
export const LINKS = 40;
export const CAMPAIGN = 10;
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export type Task = {
	name: string;
	/** Actions that it took before the dashboard was a list, counted by hand, scrolls only where they were certain. */
	before: number;
	/** Actions that it may take. */
	most: number;
	context: BrowserContextOptions;
	start: string;
	/** What is in the clipboard; a page of the sandbox. */
	clipboard?: string;
	run: (page: Page, hand: Hand) => Promise<void>;
	/** How what was copied ends; nothing is copied where it is missing. */
	copied?: RegExp;
};

const row = (page: Page, title: string) => page.getByRole("toolbar", { name: title, exact: true });
const edit = (page: Page, title: string) => row(page, title).getByRole("link", { name: `Edit ${title}` });
const inToast = (page: Page, name: string) =>
	page.getByRole("region", { name: /Notifications/ }).getByRole("button", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function makeLink(page: Page, hand: Hand): Promise<void> {
	await page.getByText(/^From page\d+\.sandbox\.example: .*image\.$/).waitFor();
	await hand.press(button(page, "Create Link"));
	await hand.press(inToast(page, "Copy"));
}

/** What people do every day. */
export const TASKS: Task[] = [
	{
		name: "Copy last week's link",
		before: 3,
		most: 2,
		context: DESKTOP,
		start: "/admin",
		async run(page, hand) {
			await hand.lookFor(row(page, "Link 26"));
			await hand.press(row(page, "Link 26").getByRole("button", { name: /^Copy/ }));
		},
		copied: /\/link-26$/,
	},
	{
		name: "Change a title, copy the fresh link",
		before: 7,
		most: 5,
		context: DESKTOP,
		start: "/admin",
		async run(page, hand) {
			await hand.press(edit(page, "Link 38"));
			await hand.type(page.getByLabel("Title"), "A better title");
			await hand.press(button(page, "Update Link"));
			await hand.press(inToast(page, "Copy fresh link"));
		},
		copied: /\/link-38\?v=2$/,
	},
	{
		name: "Who came yesterday",
		before: 8,
		most: 3,
		context: DESKTOP,
		start: "/admin",
		async run(page, hand) {
			await hand.press(row(page, "Link 40").getByRole("link", { name: /^Statistics of/ }));
			await hand.choose(page.getByLabel("Range"), "Yesterday");
			await page
				.getByText(/No views|Daily visitors, added up/)
				.first()
				.waitFor();
		},
	},
	{
		name: "A link from an address, on a phone",
		before: 7,
		most: 6,
		context: PHONE,
		start: "/admin",
		clipboard: "http://page1.sandbox.example/article",
		async run(page, hand) {
			await hand.press(page.getByRole("link", { name: "New Link" }));
			await hand.press(page.getByRole("textbox", { name: "Start from a page" }));
			await hand.paste(page);
			await makeLink(page, hand);
		},
		copied: /\/go\/[\w-]+\/[\w-]+$/,
	},
	{
		name: "Another title for X",
		before: 9,
		most: 7,
		context: DESKTOP,
		start: "/admin",
		async run(page, hand) {
			await hand.press(edit(page, "Link 39"));
			await hand.press(page.getByRole("navigation", { name: "This link" }).getByRole("link", { name: "Previews" }));
			await hand.press(page.getByRole("tab", { name: /^X\b/ }));
			await hand.press(page.getByText("Customize for X", { exact: true }));
			await hand.type(page.getByLabel("Title for X"), "Only on X");
			await hand.press(button(page, "Update Link"));
			await page.getByText("Link updated successfully").first().waitFor();
		},
	},
	{
		name: "Archive ten links of a campaign",
		before: 5,
		most: 5,
		context: DESKTOP,
		start: "/admin",
		async run(page, hand) {
			await hand.choose(page.getByRole("combobox", { name: "Tag", exact: true }), "campaign");
			await hand.press(page.getByRole("checkbox", { name: /^Choose Link/ }).first());
			await hand.press(button(page, `All ${CAMPAIGN} matching`));
			await hand.press(page.getByRole("toolbar", { name: "Chosen links" }).getByRole("button", { name: "Archive" }));
			await page.getByText(`${CAMPAIGN} links archived`).first().waitFor();
		},
	},
	{
		name: "First card copied after paying",
		before: 6,
		most: 4,
		context: DESKTOP,
		start: "/payment-success",
		clipboard: "http://page2.sandbox.example/article",
		async run(page, hand) {
			await hand.press(page.getByRole("link", { name: "Create link now" }));
			await page.getByRole("textbox", { name: "Start from a page" }).waitFor();
			await hand.paste(page);
			await makeLink(page, hand);
		},
		copied: /\/go\/[\w-]+\/[\w-]+$/,
	},
];
