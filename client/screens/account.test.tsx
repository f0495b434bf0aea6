import { expect, it } from "vitest";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import type { Browser } from "../../server/testing/app/browser.ts";
import { signIn } from "../../server/testing/app/sign-up.ts";
import { answerWith, browser, failCall, newBrowser } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectFocus,
	expectPath,
	expectToast,
	field,
	fill,
	messagesOf,
	openScreen,
	passFrames,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const NAME = /^Your user name/;
const deleteInDialog = () => within(screen.getByRole("dialog")).getByRole("button", { name: "Delete account" });

it("a person downloads everything that is kept about them as a file", async () => {
	const { email } = await becomePerson({ plan: "pro" });
	const { userSlug } = await currentUser();
	await createLink({ title: "Spring" });
	await openTab();
	await screen.findByRole("heading", { name: "Your data" });
	const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Download your data" });
	expect(link.hasAttribute("download")).toBe(true);
	const file = await browser().get(link.href);
	const name = new RegExp(`filename=visualink-data-${userSlug}-\\d{4}-\\d{2}-\\d{2}\\.json$`);
	expect(file.headers.get("content-disposition")).toMatch(name);
	expect(await file.json()).toMatchObject({ profile: { email, userSlug }, links: [{ title: "Spring" }], views: [] });
});

it("a person deletes their account, by keyboard alone, after they typed their user name", async () => {
	const { email } = await becomePerson({ plan: "pro" });
	const { userSlug } = await currentUser();
	const { shortUrl } = await createLink();
	const elsewhere = newBrowser();
	await signIn(elsewhere, email);
	await openTab();

	const opener = await screen.findByRole("button", { name: "Delete account" });
	opener.focus();
	await user.keyboard("{Enter}");
	const dialog = await screen.findByRole("dialog", { name: "Delete your account?" });
	await expectFocus(() => field(NAME));
	expect(dialog.textContent).toContain("If you have a subscription, it ends now, without a refund");
	await user.keyboard("{Escape}");
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	await expectFocus(() => opener);

	await user.keyboard("{Enter}");
	await expectFocus(() => field(NAME));
	await user.keyboard("somebody-else{Enter}");
	await waitFor(() => expect(messagesOf(field(NAME))).toContain(`Type your user name to confirm: ${userSlug}`));
	await expectFocus(() => field(NAME));
	expect(field(NAME).getAttribute("aria-invalid")).toBe("true");

	field(NAME).select();
	await user.keyboard(`${userSlug}{Enter}`);
	await expectToast("Account deleted", "Your links are off and your data has been deleted.");
	await expectPath("/");
	await within(screen.getByRole("banner")).findAllByRole("link", { name: /Access/ });
	expect(screen.queryByText("Authentication required")).toBeNull();

	expect((await elsewhere.get("/api/auth/user")).status).toBe(401);
	await waitFor(async () => expect((await browser().get(shortUrl)).status).toBe(404));
	await signIn(elsewhere, email);
	expect((await currentUser(elsewhere)).userSlug).not.toBe(userSlug);
});

it("when deleting fails, the dialog says so, keeps what was typed, and can be used again", async () => {
	await becomePerson({ plan: "basic" });
	const { userSlug } = await currentUser();
	await openTab();
	let mend = answerWith("/api/account", 502);
	await user.click(await screen.findByRole("button", { name: "Delete account" }));
	await screen.findByRole("dialog");
	fill(field(NAME), userSlug);
	await user.click(deleteInDialog());
	await expectAlert("Your account could not be deleted. Please try again in a moment.");

	mend();
	const message = "Your account is still here, but a subscription may have ended already.";
	mend = answerWith("/api/account", 502, { kind: "upstream", message });
	await user.click(deleteInDialog());
	await expectAlert(message);

	mend();
	mend = failCall("/api/account");
	await user.click(deleteInDialog());
	await expectAlert("We got no answer. Your account may already be deleted. Please try again.");

	mend();
	await user.click(deleteInDialog());
	await expectToast("Account deleted");
	await expectPath("/");
});

it("a visitor finds no way to download or delete data on the privacy page", async () => {
	openScreen("/privacy");
	await screen.findByRole("heading", { name: "8. Your rights" });
	await within(screen.getByRole("banner")).findAllByRole("link", { name: /Access/ });
	// Its code comes late, if it comes.
	await import("#client/features/account/account-actions.tsx");
	await passFrames(5);
	expect(screen.queryByRole("link", { name: "Download your data" })).toBeNull();
});

it("a person without a subscription downloads and deletes their data on the privacy page", async () => {
	await becomePerson();
	const { userSlug } = await currentUser();
	openScreen("/privacy");
	const link = await screen.findByRole("link", { name: "Download your data" });
	expect(link.getAttribute("href")).toBe("/api/account/data");
	await user.click(screen.getByRole("button", { name: "Delete account" }));
	await screen.findByRole("dialog");
	fill(field(NAME), userSlug);
	await user.click(deleteInDialog());
	await expectToast("Account deleted");
	await expectPath("/");
});

async function openTab(): Promise<void> {
	openScreen("/admin");
	await user.click(await screen.findByRole("tab", { name: "Subscription" }));
	await user.click(await screen.findByRole("link", { name: "Data" }));
}

async function currentUser(of: Browser = browser()): Promise<CurrentUser> {
	return (await (await of.get("/api/auth/user")).json()) as CurrentUser;
}

async function expectAlert(text: string): Promise<void> {
	await waitFor(() => expect(within(screen.getByRole("dialog")).getByRole("alert").textContent).toBe(text));
}
