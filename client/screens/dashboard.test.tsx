import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LinkView } from "#shared/links/link.ts";
import { chooseInMenu, rows } from "./link-menu.ts";
import { answerWith, calls, holdCalls } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectFailureToast,
	expectFocus,
	expectPath,
	expectToast,
	labeled,
	openScreen,
	reloadScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const nextMonth = () => {
	const now = new Date();
	const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
	return first.toLocaleDateString("en-US", { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" });
};

it("a person without links sees headings, usage, the empty state and four zeros", async () => {
	await becomePerson({ plan: "enterprise" });
	openScreen("/admin");
	await screen.findByText(`Total: 0, Monthly: 0/∞ (Renews on ${nextMonth()})`);
	screen.getByRole("heading", { level: 1, name: "Admin Dashboard" });
	screen.getByText("Manage your links and subscription");
	expect(screen.getByRole("link", { name: "New Link" }).getAttribute("href")).toBe("/admin/link/new");
	expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Links", "Subscription"]);
	for (const label of ["Total Links", "Total Views", "Human Views", "Bot Views"]) {
		await waitFor(() => expect(labeled(label)).toBe(`${label}0`));
	}
	screen.getByRole("heading", { name: "Your Links" });
	await screen.findByText("No links yet");
	screen.getByText("Create your first custom link preview to get started");
	expect(screen.queryByText("Deleted links")).toBeNull();
});

it("a usage that can't be read is not claimed to be known", async () => {
	await becomePerson({ plan: "pro" });
	answerWith("/api/links/monthly-usage", 500);
	openScreen("/admin");
	await screen.findByText(`Total: 0, Monthly: –/– (Renews on ${nextMonth()})`);
});

it("before the links are known no total is claimed; the tab that is shown outlives a reload (P96, P95)", async () => {
	await becomePerson({ plan: "pro" });
	const letGo = holdCalls("/api/links/index");
	openScreen("/admin");
	await screen.findByText(/^Total: –, Monthly: 0\/150/);
	letGo();
	await screen.findByText(/^Total: 0, Monthly: 0\/150/);
	await user.click(screen.getByRole("tab", { name: "Subscription" }));
	await expectPath("/admin?tab=subscription");
	reloadScreen("/admin?tab=subscription");
	await screen.findByRole("tab", { name: "Subscription", selected: true });
	await user.click(screen.getByRole("tab", { name: "Links" }));
	await expectPath("/admin");
});

it("before the usage is known it shows 0 of 10", async () => {
	await becomePerson({ plan: "pro" });
	holdCalls("/api/links/monthly-usage");
	openScreen("/admin");
	await screen.findByText(/Monthly: 0\/10 \(Renews/);
});

describe("a person with two links", () => {
	let spring: LinkView;

	beforeEach(async () => {
		await becomePerson({ plan: "basic" });
		spring = await createLink({ title: "Spring" });
		await createLink({ title: "Summer" });
		openScreen("/admin");
		await screen.findByRole("button", { name: "More for Spring" });
	});

	it("makes the specified calls, and one for a search only once they search (P405)", async () => {
		const asked = () => calls.map(({ path }) => path).filter((path) => /^\/api\/(?:links|stats)/.test(path));
		await waitFor(() => expect(labeled("Total Views")).toBe("Total Views0"));
		expect(rows()).toHaveLength(2);
		expect(asked().sort()).toEqual([
			...["/api/links/deleted", "/api/links/index", "/api/links/monthly-usage", "/api/links?limit=50&archived=false"],
			"/api/stats/views",
		]);
		reloadScreen("/admin?q=spring");
		await waitFor(() => expect(rows()).toHaveLength(1));
		expect(asked()).toContain("/api/links/search?q=spring&sort=newest");
	});

	it("sees each link as a card, and the usage of the month", async () => {
		await screen.findByText(`Total: 2, Monthly: 2/20 (Renews on ${nextMonth()})`);
		expect(rows()).toHaveLength(2);
		expect(rows()[0]?.textContent).toContain("Summer");
		expect(rows()[0]?.textContent).toMatch(/\/go\/[a-z0-9-]+\/[a-z0-9]+/);
	});

	it("copies the short link", async () => {
		await user.click(screen.getByRole("button", { name: /^Copy Spring/ }));
		await expectToast("Copied!", "Link copied to clipboard");
		expect(await navigator.clipboard.readText()).toBe(spring.shortUrl);
	});

	it("reads that the browser refuses to copy", async () => {
		const refused = new DOMException("Write permission denied.", "NotAllowedError");
		vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(refused);
		await user.click(screen.getByRole("button", { name: /^Copy Spring/ }));
		await expectFailureToast("Error", "Failed to copy link");
	});

	it("edits a link at its own address", async () => {
		await user.click(screen.getByRole("link", { name: "Edit Spring" }));
		await expectPath(`/admin/link/edit/${spring.linkSlug}`);
	});

	it("deletes only after a yes, and the link moves to the deleted ones", async () => {
		await chooseInMenu("Spring", "Delete");
		const dialog = await screen.findByRole("dialog", { name: "Delete this link?" });
		await user.click(within(dialog).getByRole("button", { name: "Keep link" }));
		await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
		await expectFocus(() => screen.getByRole("button", { name: "More for Spring" }));
		expect(rows()).toHaveLength(2);

		await chooseInMenu("Spring", "Delete");
		await user.click(await screen.findByRole("button", { name: "Delete link" }));
		await expectToast("Success!", "Link deleted successfully");
		await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
		await waitFor(() => expect(rows()).toHaveLength(1));
		await expectFocus(() => screen.getByRole("link", { name: "Edit Summer" }));
		await screen.findByRole("heading", { name: "Deleted links" });
		const deleted = within(screen.getByRole("list", { name: "Deleted links" }));
		expect(deleted.getAllByRole("listitem")).toHaveLength(1);
		deleted.getByText("Spring");
		expect([...deleted.queryAllByRole("button"), ...deleted.queryAllByRole("link")]).toEqual([]);
		await screen.findByText(/^Total: 1, Monthly: 2\/20/);
	});
});

it("with one link the page has 5 buttons, 4 links, 1 field and at most 90 words (P597)", async () => {
	await becomePerson({ plan: "basic" });
	await createLink({ title: "Summer in the Algarve" });
	openScreen("/admin");
	await screen.findByRole("button", { name: /^Copy Summer/ });
	await screen.findByText(/^Send it to yourself/);
	const main = within(screen.getByRole("main"));
	expect(main.getAllByRole("button").map((each) => each.getAttribute("aria-label") ?? each.textContent)).toEqual([
		"More for this list",
		expect.stringMatching(/^Copy Summer in the Algarve: /),
		"More for Summer in the Algarve",
	]);
	expect(main.getAllByRole("tab")).toHaveLength(2);
	expect(main.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
		"New Link",
		"Analytics",
		"Edit Summer in the Algarve",
		"Statistics of Summer in the Algarve: 0 human views, 0 bot views",
	]);
	expect(screen.getByRole("main").querySelectorAll("input, select, textarea, [role=switch]")).toHaveLength(1);
	expect(wordsOf(screen.getByRole("main"))).toBeLessThanOrEqual(90);
});

it("the owner of a last link reads that it was deleted, however late the list of deleted ones is", async () => {
	await becomePerson({ plan: "basic" });
	await createLink({ title: "Spring" });
	openScreen("/admin");
	await chooseInMenu("Spring", "Delete");
	const release = holdCalls("/api/links/deleted");
	await user.click(await screen.findByRole("button", { name: "Delete link" }));
	await screen.findByText("No links yet");
	release();
	await expectToast("Success!", "Link deleted successfully");
});

function wordsOf(element: Element): number {
	const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
	let count = 0;
	while (walker.nextNode()) count += (walker.currentNode.textContent ?? "").split(/\s+/).filter(Boolean).length;
	return count;
}
