import { expect, it } from "vitest";
import { becomePerson } from "./person.ts";
import { expectPath, field, openScreen, reloadScreen, screen, user, waitFor } from "./screen.tsx";

const form = (site: string) => `/admin/link/new?url=http%3A%2F%2F${site}.sandbox.example%2Farticle`;
const title = () => waitFor(() => expect(field("Title").value).toMatch(/^Eleven quiet/));
const link = (name: string | RegExp) => screen.findByRole("link", { name });

it("a signed-out visitor is not shown words that are no address", async () => {
	openScreen(`/admin/link/new?${new URLSearchParams({ text: "Your account is locked" })}`);
	await expectPath("/");
	expect(sessionStorage.getItem("visualink.waiting-page")).toBeNull();
});

it("a signed-out subscriber leaves the page that waits, or goes on with it from the dashboard", async () => {
	openScreen(form("waited"));
	await screen.findByText("waited.sandbox.example");
	for (const name of [/^Access/, "Get Started with Google", "Sign in and continue"]) {
		expect((await link(name)).getAttribute("href")).toBe("/api/auth/google?returnTo=%2Fadmin%2Flink%2Fnew");
	}
	await user.click(screen.getByRole("button", { name: "Not now" }));
	await waitFor(() => expect(screen.queryByText("waited.sandbox.example")).toBeNull());
	expect((await link("Get Started with Google")).getAttribute("href")).toBe("/api/auth/google");

	reloadScreen(form("waited"));
	await link("Sign in and continue");
	// A sign-in that was begun elsewhere leads to the dashboard.
	await becomePerson({ plan: "starter" });
	reloadScreen("/admin");
	await user.click(await link("Go on"));
	await screen.findByLabelText("Target URL");
	await waitFor(() => expect(field("Target URL").value).toBe("http://waited.sandbox.example/article"));
	await title();
});

it("a subscriber who did not choose to go on with a page has it read after a click (P243)", async () => {
	openScreen(form("idle"));
	await link("Sign in and continue");
	await becomePerson({ plan: "starter" });
	reloadScreen("/admin/link/new");
	await screen.findByText(/Read idle\.sandbox\.example\/article\?/);
	expect(field("Title").value).toBe("");
	await user.click(screen.getByRole("button", { name: "Read page" }));
	await title();
});

it("a person without a plan is led from the page that waits to the plans, where nothing leads there again (P164)", async () => {
	openScreen(form("unpaid"));
	await link("Sign in and continue");
	await becomePerson({ hasConsent: true });
	reloadScreen("/");
	await user.click(await link("View plans"));
	await expectPath("/pricing");
	const line = await screen.findByText(/^Choose a plan to create a link to/);
	expect(line.textContent).toBe("Choose a plan to create a link to unpaid.sandbox.example.");
	screen.getByRole("button", { name: "Not now" });
	expect(screen.queryByRole("link", { name: "View plans" })).toBeNull();
});
