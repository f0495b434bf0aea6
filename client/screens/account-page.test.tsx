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
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

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
	await screen.findByText("These links keep working. Subscribe to create or edit links.");
	const [row] = rows();
	expect(row?.textContent).toContain(link.title);
	expect(row?.textContent).toContain(link.shortUrl.replace(/^https?:\/\//, ""));
	expect(within(row as HTMLElement).queryByRole("button", { name: /Edit|Delete/ })).toBeNull();

	for (const [name, file] of [
		["Download CSV", /filename=visualink-links-.*\.csv$/],
		["Download your data", /filename=visualink-data-.*\.json$/],
	] as const) {
		const download = await screen.findByRole<HTMLAnchorElement>("link", { name });
		expect(download.hasAttribute("download")).toBe(true);
		const { headers } = await browser().get(download.href);
		expect(headers.get("content-disposition")).toMatch(file);
	}
	await user.click(await screen.findByRole("button", { name: "Edit details" }));
	fill(await screen.findByLabelText(/^Full name/), "Ada King");
	await user.click(screen.getByRole("button", { name: /^Save/ }));
	await screen.findByText("Ada King");
	await user.click(screen.getByRole("button", { name: "Delete account" }));
	await screen.findByRole("dialog", { name: "Delete your account?" });
	await user.click(screen.getByRole("button", { name: "Keep account" }));
	await user.click(screen.getByRole("button", { name: "View invoices" }));
	await expectDeparture(/\/sandbox\/stripe\/portal\//);
	expect(departures).toEqual([]);
});

it("a long list comes in pages", async () => {
	await becomePerson({ plan: "pro" });
	answerJson("/api/links", ({ path }) => {
		const isSecond = path.includes("&before=11");
		const from = isSecond ? 10 : 60;
		return Array.from({ length: isSecond ? 10 : 50 }, (_, at) => ({
			...LINK,
			id: from - at,
			title: `Link ${from - at}`,
		}));
	});
	openScreen("/account");
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

it("a subscriber sees the same below their plan, and the way to the dashboard", async () => {
	await becomePerson({ plan: "starter" });
	openScreen("/account");
	await screen.findByText("Active");
	await screen.findByText("You have no links.");
	expect(screen.queryByText("These links keep working.")).toBeNull();
	await screen.findByRole("link", { name: "Upgrade to use this feature" });
	await user.click(screen.getByRole("link", { name: "Go to dashboard" }));
	await expectPath("/admin");
	await user.click(await screen.findByRole("button", { name: /Account menu/ }));
	await screen.findByRole("menu");
	expect(screen.queryByRole("menuitem", { name: "Account" })).toBeNull();
});

it("a person who has never paid sees that there are no invoices yet", async () => {
	await becomePerson({ hasConsent: true });
	openScreen("/account");
	await user.click(await screen.findByRole("button", { name: "View invoices" }));
	await expectToast("No invoices yet", "They appear here after your first payment.");
});
