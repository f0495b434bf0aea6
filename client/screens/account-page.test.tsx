import { expect, it } from "vitest";
import { lapse } from "./billing-states.ts";
import { answerJson, browser, departures } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectDeparture,
	expectPath,
	expectToast,
	fill,
	openScreen,
	reloadScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const account = () => within(screen.getByRole("navigation", { name: "Account" }));
const link = (name: string) => account().getByRole("link", { name });
const sections = () =>
	account()
		.getAllByRole("link")
		.map(({ textContent }) => textContent);
const current = () => account().getByRole("link", { current: "page" }).textContent;
const rows = () => within(screen.getByRole("list", { name: "Your links" })).getAllByRole("listitem");

it("a person without a subscription finds links, files, invoices, details and the way out", async () => {
	await becomePerson({ plan: "starter" });
	const link = await createLink();
	await lapse();
	openScreen("/pricing");
	await user.click(await screen.findByRole("button", { name: /Account menu/ }));
	await user.click(await screen.findByRole("menuitem", { name: "Account" }));
	await expectPath("/account");
	await screen.findByRole("heading", { name: "No active subscription" });
	expect(document.title).toBe("Account · Visualink");
	await show("Links", "section=links");
	await screen.findByText("These links keep working. Subscribe to create or edit links.");
	const [row] = rows();
	expect(row?.textContent).toContain(link.title);
	expect(row?.textContent).toContain(link.shortUrl.replace(/^https?:\/\//, ""));
	expect(within(row as HTMLElement).queryByRole("button", { name: /Edit|Delete/ })).toBeNull();

	await show("Data", "section=data");
	for (const [name, file] of [
		["Download CSV", /filename=visualink-links-.*\.csv$/],
		["Download your data", /filename=visualink-data-.*\.json$/],
	] as const) {
		const download = await screen.findByRole<HTMLAnchorElement>("link", { name });
		expect(download.hasAttribute("download")).toBe(true);
		const { headers } = await browser().get(download.href);
		expect(headers.get("content-disposition")).toMatch(file);
	}
	await show("Profile", "section=profile");
	await user.click(await screen.findByRole("button", { name: "Edit details" }));
	fill(await screen.findByLabelText(/^Full name/), "Ada King");
	await user.click(screen.getByRole("button", { name: /^Save/ }));
	await screen.findByText("Ada King");
	await show("Data", "section=data");
	await user.click(screen.getByRole("button", { name: "Delete account" }));
	await screen.findByRole("dialog", { name: "Delete your account?" });
	await user.click(screen.getByRole("button", { name: "Keep account" }));
	await show("Invoices", "section=invoices");
	await user.click(screen.getByRole("button", { name: "View invoices" }));
	await expectDeparture(/\/sandbox\/stripe\/portal\//);
	expect(departures).toEqual([]);
});

it("a long list comes in pages", async () => {
	await becomePerson({ hasConsent: true });
	answerJson("/api/links", ({ path }) => {
		const isSecond = path.includes("&before=11");
		const from = isSecond ? 10 : 60;
		return Array.from({ length: isSecond ? 10 : 50 }, (_, at) => ({
			...LINK,
			id: from - at,
			title: `Link ${from - at}`,
		}));
	});
	openScreen("/account?section=links");
	await waitFor(() => expect(rows()).toHaveLength(50));
	await user.click(screen.getByRole("button", { name: "Show more" }));
	await waitFor(() => expect(rows()).toHaveLength(60));
	expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

const LINK = {
	linkSlug: "summer",
	shortUrl: "http://localhost/go/ada/summer",
	targetUrl: "https://example.com/",
	description: "Beaches",
	imageUrl: null,
	imageSource: null,
	viewsBot: 3,
	viewsHuman: 4,
	deleted: false,
	createdAt: "2026-01-01T00:00:00.000Z",
	deletedAt: null,
};

it("P603: a subscriber's account is in the avatar's menu, and its section in the address", async () => {
	await becomePerson({ plan: "starter" });
	openScreen("/privacy");
	await user.click(await screen.findByRole("button", { name: /Account menu/ }));
	await user.click(await screen.findByRole("menuitem", { name: "Account" }));
	await expectPath("/account");
	await screen.findByText("Active");
	expect(sections()).toEqual(["Plan", "Invoices", "Profile", "Links", "Domains", "Email", "Data"]);
	expect(current()).toBe("Plan");
	expect(document.title).toBe("Account · Visualink");

	await show("Data", "section=data");
	expect(document.title).toBe("Data · Account · Visualink");
	await screen.findByRole("link", { name: "Upgrade to use this feature" });
	reloadScreen("/account?section=data");
	await screen.findByRole("link", { name: "Download your data" });
	expect(current()).toBe("Data");
	await show("Links", "section=links");
	await screen.findByRole("switch", { name: "Letter shortcuts" });
	expect(screen.queryByRole("list", { name: "Your links" })).toBeNull();
	window.history.back();
	await screen.findByRole("link", { name: "Download your data" });
	reloadScreen("/account?section=nowhere");
	await screen.findByText("Active");

	await user.click(screen.getByRole("link", { name: "Go to dashboard" }));
	await expectPath("/admin");
});

it("P603: the dashboard's Subscription tab is the same account, with its section in the address", async () => {
	await becomePerson({ plan: "pro" });
	openScreen("/admin?q=spring&tab=subscription");
	await screen.findByText("Active");
	expect(sections()).toEqual(["Plan", "Invoices", "Profile", "Links", "Domains", "Email", "Data"]);
	await show("Invoices", "q=spring&tab=subscription&section=invoices");
	await user.click(await screen.findByRole("link", { name: "Name and address on invoices" }));
	await screen.findByRole("button", { name: "Edit details" });
	expect(current()).toBe("Profile");
	reloadScreen("/admin?q=spring&tab=subscription&section=profile");
	await screen.findByRole("button", { name: "Edit details" });
	await user.click(screen.getByRole("tab", { name: "Links" }));
	await expectPath("/admin?q=spring");
	await user.click(screen.getByRole("tab", { name: "Subscription" }));
	await expectPath("/admin?q=spring&tab=subscription");
	await screen.findByText("Active");
});

it("P603: another section leaves details that were changed only after a question", async () => {
	await becomePerson({ plan: "pro" });
	openScreen("/account?section=profile");
	await user.click(await screen.findByRole("button", { name: "Edit details" }));
	fill(await screen.findByLabelText(/^Full name/), "Ada King");
	await user.click(link("Plan"));
	await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Keep editing" }));
	expect((await screen.findByLabelText<HTMLInputElement>(/^Full name/)).value).toBe("Ada King");
	await user.click(link("Plan"));
	await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /^Leave/ }));
	await screen.findByText("Active");
	await show("Profile", "section=profile");
	await screen.findByText("Ada Lovelace");
});

it("a person who has never paid sees that there are no invoices yet", async () => {
	await becomePerson({ hasConsent: true });
	openScreen("/account?section=invoices");
	await user.click(await screen.findByRole("button", { name: "View invoices" }));
	await expectToast("No invoices yet", "They appear here after your first payment.");
});

/** Opens a section, which the address then names. */
async function show(name: string, search: string): Promise<void> {
	await user.click(link(name));
	await waitFor(() => expect([current(), window.location.search]).toEqual([name, `?${search}`]));
}
