import { describe, expect, it } from "vitest";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { API } from "#shared/platform/api-paths.ts";
import { answerWith, browser, holdCalls } from "./network.ts";
import { expectNoise, loggedLines } from "./noise.ts";
import { becomePerson } from "./person.ts";
import { expectFocus, expectPath, openScreen, reloadScreen, screen, user, waitFor, within } from "./screen.tsx";

const header = () => within(screen.getByRole("banner"));
const footer = () => within(screen.getByRole("contentinfo"));
const openAvatar = () => screen.findByRole("button", { name: "Account menu of Ada Lovelace" });

it("a visitor reaches the plans and the landing page by the header, contact in a new tab, and signs in", async () => {
	openScreen("/privacy");
	await screen.findByRole("heading", { level: 1 });
	expect(linkIn("Main", "Contact").target).toBe("_blank");
	const access = await header().findByRole("link", { name: /Access with Google/ });
	expect(access.getAttribute("href")).toBe("/api/auth/google");
	await user.click(linkIn("Main", "Pricing"));
	await expectPath("/pricing");
	await waitFor(() => expect(document.title).toBe("Subscription Plans · Visualink"));
	await user.click(header().getByRole("link", { name: "Visualink" }));
	await expectPath("/");
	await waitFor(() => expect(document.title).toBe("Visualink: custom link previews for social media"));
});

it("a placeholder pulses while it is not known who is signed in", async () => {
	await becomePerson();
	const release = holdCalls(API.auth.user);
	openScreen("/privacy");
	const pulse = () => document.querySelector("header .animate-pulse");
	await waitFor(() => expect(pulse()).not.toBeNull());
	release();
	await screen.findByRole("button", { name: /Account menu/ });
	expect(pulse()).toBeNull();
});

describe("the avatar menu", () => {
	it("of a person without a plan leads to the dashboard, to the plans and to signing out", async () => {
		await becomePerson({ hasConsent: true });
		openScreen("/");
		await user.click(await openAvatar());
		const menu = within(await screen.findByRole("menu"));
		menu.getByText("Ada Lovelace");
		await menu.findByText("No active subscription");
		const hrefs = menu.getAllByRole("menuitem").map((item) => [item.textContent, item.getAttribute("href")]);
		expect(hrefs).toEqual(
			expect.arrayContaining([
				["Dashboard", "/admin"],
				["Get subscription", "/pricing"],
				["Sign out", "/api/auth/logout"],
			]),
		);
	});

	it("of a subscriber opens and closes by keyboard, and names the plan", async () => {
		await becomePerson({ plan: "pro" });
		openScreen("/");
		const avatar = await openAvatar();
		avatar.focus();
		await user.keyboard("{Enter}");
		const menu = within(await screen.findByRole("menu"));
		await menu.findByText("Pro");
		menu.getByText("Active");
		expect(menu.getByRole("menuitem", { name: "Manage subscription" }).getAttribute("href")).toBe("/pricing");
		await user.keyboard("{Escape}");
		await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
		await expectFocus(() => avatar);
	});

	it("of a person who canceled says when their subscription ends", async () => {
		await becomePerson({ plan: "basic" });
		await browser().post(API.subscriptions.cancel);
		openScreen("/");
		await user.click(await openAvatar());
		await within(await screen.findByRole("menu")).findByText(/^Canceled \(ends on [A-Z][a-z]+ \d{1,2}, \d{4}\)$/);
	});

	it("shows initials or an image, the e-mail where a name is missing, and ? where initials are", async () => {
		await becomePerson({ hasConsent: true });
		const me = (await (await browser().get(API.auth.user)).json()) as CurrentUser;
		const nameless = { ...me, email: "who@example.com", firstName: null, lastName: null, profileImageUrl: null };
		const avatarOf = (name: string) => screen.findByRole("button", { name: `Account menu of ${name}` });
		let undo = answerWith(API.auth.user, 200, nameless);
		openScreen("/privacy");
		expect((await avatarOf("who@example.com")).textContent).toBe("?");
		undo();
		undo = answerWith(API.auth.user, 200, { ...nameless, profileImageUrl: "/icon-192.png" });
		reloadScreen();
		const image = (await avatarOf("who@example.com")).querySelector("img");
		expect(image?.getAttribute("src")).toBe("/icon-192.png");
		undo();
		answerWith(API.auth.user, 200, { ...nameless, firstName: "Ada", lastName: "Lovelace" });
		reloadScreen();
		expect((await avatarOf("Ada Lovelace")).textContent).toBe("AL");
	});
});

it("the footer leads to every public page, and names the year and the version", async () => {
	const version = (await (await browser().get(API.version)).json()) as Record<string, unknown>;
	openScreen("/terms");
	await screen.findByText(`v${version.major}.${version.minor}.${version.patch}-${version.release}`);
	footer().getByText(`© ${new Date().getFullYear()}`, { exact: false });
	expect(linkIn("Company", "Privacy Policy").getAttribute("href")).toBe("/privacy");
	expect(linkIn("Company", "Terms and Conditions").getAttribute("href")).toBe("/terms");
	expect(linkIn("Product", "API reference").getAttribute("href")).toBe("/developers");
	expect(linkIn("Company", "Contact").target).toBe("_blank");
});

it("a visitor sees no version and no error if the version can't be loaded; the console says so (P88, P111)", async () => {
	expectNoise(/The version could not be read/);
	answerWith(API.version, 500);
	openScreen("/terms");
	await screen.findByRole("link", { name: /Access with Google/ });
	await waitFor(() => expect(loggedLines()).toContain("The version could not be read."));
	expect(footer().queryByText(/^v/)).toBeNull();
	expect(screen.queryByRole("region", { name: /Notifications/ })?.textContent ?? "").toBe("");
});

it("a visitor gets past the header by keyboard", async () => {
	openScreen("/privacy");
	await screen.findByRole("heading", { level: 1 });
	await user.tab();
	await expectFocus(() => screen.getByRole("link", { name: "Skip to content" }));
	await user.keyboard("{Enter}");
	await waitFor(() => expect(location.pathname + location.hash).toBe("/privacy#main"));
	expect(document.getElementById("main")?.tagName).toBe("MAIN");
});

function linkIn(navigation: string, name: string): HTMLAnchorElement {
	return within(screen.getByRole("navigation", { name: navigation })).getByRole("link", { name });
}
