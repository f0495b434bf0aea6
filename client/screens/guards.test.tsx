import { describe, expect, it, vi } from "vitest";
import { answerWith, calls, failCall, holdCalls } from "./network.ts";
import { expectNoise } from "./noise.ts";
import { becomePerson } from "./person.ts";
import { expectPath, expectToast, openScreen, screen, user, waitFor, within } from "./screen.tsx";

const PROTECTED = [
	"/onboarding",
	"/payment-success",
	"/account",
	"/admin",
	"/admin/link/new",
	"/admin/link/edit/some-link",
	"/admin/import",
	"/admin/api",
];
const SUBSCRIBED = ["/admin", "/admin/link/new", "/admin/link/edit/some-link", "/admin/import", "/admin/api"];

it.each(PROTECTED)("a visitor of %s is asked to sign in and redirected to the landing page", async (path) => {
	openScreen(path);
	await expectToast("Authentication required", "Please sign in to access this page");
	await expectPath("/");
});

it("a person whose session is over is signed out, asked for once, and not told that we can't be reached (P37)", async () => {
	await becomePerson({ plan: "starter" });
	answerWith("/api/auth/user", 401, { kind: "unauthenticated", message: "Unauthorized" });
	openScreen("/admin");
	await expectToast("Authentication required", "Please sign in to access this page");
	await expectPath("/");
	await waitFor(() => expect(document.querySelector('header a[href^="/api/auth/google"]')).not.toBeNull());
	await vi.dynamicImportSettled();
	expect(screen.queryByText("We could not reach Visualink just now.")).toBeNull();
	expect(calls.filter(({ path }) => path === "/api/auth/user")).toHaveLength(1);
});

it.each(SUBSCRIBED)("a person without a plan who opens %s is sent to the plans", async (path) => {
	await becomePerson({ hasConsent: true });
	openScreen(path);
	await expectToast("Subscription required", "You need an active subscription to access this feature");
	await expectPath("/pricing");
});

it.each(["/admin", "/admin/link/new", "/payment-success", "/account", "/pricing"])(
	"a person without consent who opens %s is sent to onboarding",
	async (path) => {
		await becomePerson();
		openScreen(path);
		await expectPath("/onboarding");
	},
);

it.each(["/", "/privacy", "/terms"])("a person without consent may read %s", async (path) => {
	await becomePerson();
	openScreen(path);
	await screen.findByRole("button", { name: /Account menu/ });
	await expectPath(path);
});

it.each(["/api/auth/user", "/api/subscriptions/active"])("a spinner shows while %s is not answered", async (path) => {
	await becomePerson({ plan: "starter" });
	const release = holdCalls(path);
	openScreen("/admin/link/new");
	await waitFor(() => expect(calls.map((call) => call.path)).toContain(path));
	// Until then, a spinner also replaces the screen's code.
	await vi.dynamicImportSettled();
	within(screen.getByRole("main")).getByRole("status");
	release();
	await screen.findByRole("heading", { level: 1, name: "Create New Link" });
});

describe("a look-up that failed is no dead end", () => {
	it("of the subscription: counts as none, is asked once, and leads back to where one was heading", async () => {
		expectNoise(/The subscription could not be looked up/);
		await becomePerson({ plan: "starter" });
		const asked = () => calls.filter(({ path }) => path === "/api/subscriptions/active").length;
		const mend = answerWith("/api/subscriptions/active", 500);
		openScreen("/admin/link/new?from=mail");
		await expectToast("Subscription required", "You need an active subscription to access this feature");
		await expectPath("/pricing");
		await screen.findAllByRole("button", { name: "Subscribe" });
		await user.click(await screen.findByRole("button", { name: /Account menu/ }));
		await within(await screen.findByRole("menu")).findByText("No active subscription");
		await user.keyboard("{Escape}");
		expect(asked()).toBe(1);
		const again = () => screen.getByRole<HTMLButtonElement>("button", { name: "Try again" });
		await user.click(again());
		await waitFor(() => expect([asked(), again().disabled]).toEqual([2, false]));
		screen.getByText("We could not read your subscription just now.");
		mend();
		await user.click(again());
		await expectPath("/admin/link/new?from=mail");
		await screen.findByRole("heading", { name: "Create New Link" });
		expect(screen.queryByText("We could not read your subscription just now.")).toBeNull();
	});

	it("of the person: the way back is open once we can be reached", async () => {
		await becomePerson({ plan: "starter" });
		const mend = failCall("/api/auth/user");
		openScreen("/admin");
		await expectToast("Authentication required");
		await expectPath("/");
		await screen.findByText("We could not reach Visualink just now.");
		mend();
		await user.click(screen.getByRole("button", { name: "Try again" }));
		await expectPath("/admin");
		await screen.findByRole("heading", { name: "Admin Dashboard" });
	});
});
