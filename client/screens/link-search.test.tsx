import sharp from "sharp";
import { expect, it } from "vitest";
import type { ViewStats } from "#shared/public/views/view-stats.ts";
import { chooseInMenu, chooseOfList, expectFocusInFirstRow, expectRows, rows } from "./link-menu.ts";
import { browser, failCall, holdCalls } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectFocus,
	expectPath,
	expectToast,
	field,
	fill,
	openScreen,
	passFrames,
	reloadScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

/** More frames than the list may look for a row to focus. */
const FRAMES = 40;
const METRICS = /: 0 human views, 1 bot views$/;
const searchbox = () => screen.getByRole("searchbox");

it("an answer that comes late takes the focus from nobody who types", async () => {
	await becomePerson({ plan: "basic" });
	for (const title of ["One", "Two"]) await createLink({ title });
	openScreen("/admin?sort=people");
	await user.click(await screen.findByRole("button", { name: "More for Two" }));
	const item = await screen.findByRole("menuitem", { name: "Archive" });
	const release = holdCalls("/api/links/changes");
	// Before the menu has closed, as happens on a slow phone.
	item.click();
	searchbox().focus();
	await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
	release();
	await expectToast("Success!", "Link archived");
	await expectRows(1);
	await passFrames(FRAMES);
	expect(document.activeElement).toBe(searchbox());
});

it("a press ends what a change of the list does with the focus", async () => {
	await becomePerson({ plan: "basic" });
	await createLink({ title: "Spring" });
	openScreen("/admin");
	const isTakenBack = new Promise<boolean>((resolve) => {
		document.addEventListener("focusin", async function press({ target }) {
			if (!(target instanceof HTMLElement) || target.dataset.stop !== "title") return;
			document.removeEventListener("focusin", press);
			// As a mouse does it whose button goes down on a row's menu: the menu has the focus, and then has gone.
			target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
			target.blur();
			await passFrames(FRAMES);
			resolve(document.activeElement !== document.body);
		});
	});
	await chooseInMenu("Spring", "Duplicate");
	await expectRows(2);
	expect(await isTakenBack).toBe(false);
});

it("a person archives a link and takes it out again; duplicates one (P173, P174)", async () => {
	await becomePerson({ plan: "basic" });
	await createLink({ title: "Spring" });
	openScreen("/admin");
	await chooseInMenu("Spring", "Duplicate");
	await expectRows(2);
	await screen.findByText(/^Total: 2, Monthly: 2\/20/);
	await expectFocus(() => within(rows()[0] as HTMLElement).getByRole("link", { name: /^Edit/ }));

	// Each of these ends with the focus on a row, which would close the next one's menu.
	await archiveFirst();
	await user.click(screen.getByRole("button", { name: "Undo" }));
	await expectRows(2);
	await expectFocusInFirstRow();
	await archiveFirst();
	await user.click(screen.getByRole("button", { name: "1 archived" }));
	await waitFor(() =>
		expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Archived")]),
	);
	await chooseInMenu("Spring", "Restore from archive");
	await screen.findByText("No matching links.");
});

it("below six links there is no search, filter or order, unless the address has one; what shows stays (P597)", async () => {
	await becomePerson({ plan: "basic" });
	for (let n = 1; n <= 5; n += 1) await createLink({ title: `Link ${n}` });
	openScreen("/admin");
	await expectRows(5);
	const tools = () => [...screen.queryAllByRole("searchbox"), ...screen.queryAllByRole("combobox")];
	expect(tools()).toEqual([]);
	expect(screen.queryByRole("link", { name: "Import and export" })).toBeNull();
	for (const query of ["q=nothing", "filter=archived", "tag=None", "sort=people"]) {
		reloadScreen(`/admin?${query}`);
		await waitFor(() => expect([query, tools().length]).toEqual([query, 4]));
	}
	reloadScreen("/admin?q=nothing");
	await user.click(await screen.findByRole("button", { name: "Show all links" }));
	await expectRows(5);
	expect(tools()).toHaveLength(4);
	reloadScreen("/admin");
	await expectRows(5);
	expect(tools()).toEqual([]);
	await chooseInMenu("Link 1", "Duplicate");
	await expectRows(6);
	expect(tools()).toHaveLength(4);
	screen.getByRole("link", { name: "Import and export" });
});

it("links without an image are counted, and shown alone; 'Flagged' is offered where there is any (P599)", async () => {
	await becomePerson({ plan: "pro" });
	await createLink({ title: "With one", image: await picture() });
	await createLink({ title: "Bare" });
	openScreen("/admin?sort=people");
	await expectRows(2);
	// A single one shows it in its row.
	expect(screen.queryByRole("button", { name: /^Add images/ })).toBeNull();
	const offered = () => [...field("Show").querySelectorAll("option")].map(({ textContent }) => textContent);
	expect(offered()).toEqual(["All links", "Archived", "Disabled", "Without an image", "Expired"]);
	await createLink({ title: "A short one", targetUrl: "https://bit.ly/3abc" });
	reloadScreen("/admin");
	await user.click(await screen.findByRole("button", { name: "Add images to 2 links" }));
	await expectPath("/admin?filter=no-picture");
	await expectRows(2);
	await expectFocus(() => screen.getByRole("heading", { name: "Your Links" }));
	expect(screen.queryByRole("button", { name: /^Add images/ })).toBeNull();
	expect(offered()).toEqual(["All links", "Archived", "Flagged", "Disabled", "Without an image", "Expired"]);
});

it("totals and rows are read together, when a person asks (P176)", async () => {
	await becomePerson({ plan: "basic" });
	const { shortUrl } = await createLink({ title: "Spring" });
	openScreen("/admin?sort=people");
	const bots = () => screen.getByText("Bot Views").parentElement?.textContent;
	await waitFor(() => expect(bots()).toBe("Bot Views0"));
	await browser().get(shortUrl, { headers: { "user-agent": "WhatsApp/2.24.1 A" } });
	await waitFor(async () => {
		expect(((await (await browser().get("/api/stats/views")).json()) as ViewStats).bot).toBe(1);
	});
	await chooseOfList("Refresh");
	await waitFor(() => expect(bots()).toBe("Bot Views1"));
	await waitFor(() => expect(screen.getByRole("link", { name: /^Statistics of Spring/ }).textContent).toMatch(METRICS));

	const mends = ["/api/links/index", "/api/links/search"].map(failCall);
	await chooseOfList("Refresh");
	const [alert] = await screen.findAllByText(/This list may be out of date\.$/);
	expect(alert?.getAttribute("role")).toBe("alert");
	expect(rows()).toHaveLength(1);
	// The menu gives the focus back a moment after it has closed.
	await expectFocus(() => screen.getByRole("button", { name: "More for this list" }));
	fill(searchbox(), "spr");
	await screen.findByText("Your links could not be loaded.");
	await expectFocus(searchbox);
	for (const mend of mends) mend();
	fill(searchbox(), "spring");
	await expectRows(1);
	expect(screen.queryByText(/This list may be out of date\./)).toBeNull();
});

/** Archives the first row's link, and waits until the focus has gone on to the row that is left. */
async function archiveFirst(): Promise<void> {
	await user.click(screen.getAllByRole("button", { name: "More for Spring" })[0] as HTMLElement);
	await user.click(await screen.findByRole("menuitem", { name: "Archive" }));
	await expectToast("Success!", "Link archived");
	await expectRows(1);
	await expectFocusInFirstRow();
}

async function picture(): Promise<BlobPart> {
	const canvas = sharp({ create: { width: 1200, height: 630, channels: 3, background: "#8a4b2a" } });
	return new Uint8Array(await canvas.png().toBuffer());
}
