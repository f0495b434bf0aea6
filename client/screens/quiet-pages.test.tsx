import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { browser, calls, unanswered } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import { reloadScreen, screen, stopClock } from "./screen.tsx";

// Undici keeps the timer of its first call for good: it must not be one of a stopped clock.
beforeEach(async () => void (await browser().get(API.version)));

it.each([
	["/", "Link previews in Social Networks"],
	["/pricing", "Subscription Plans"],
	["/privacy", "Privacy Policy"],
	["/terms", "Terms and Conditions"],
	["/no-such-page", "404 Page Not Found"],
])("%s asks for nothing by itself (P409)", async (path, heading) => {
	await expectQuiet(stopClock(), path, heading);
});

it("a screen that asks again is noticed", async () => {
	const passTime = stopClock();
	const timer = setInterval(() => void fetch("/api/version?again"), 20_000);
	onTestFinished(() => clearInterval(timer));
	await expect(expectQuiet(passTime, "/privacy", "Privacy Policy")).rejects.toThrow("GET /api/version?again");
});

it("onboarding asks for nothing by itself (P409)", async () => {
	await becomePerson();
	await expectQuiet(stopClock(), "/onboarding", "Complete your profile");
});

it("the screens of a subscriber ask for nothing by themselves (P409)", async () => {
	await becomePerson({ plan: "enterprise" });
	const { id, linkSlug } = await createLink({ title: "Summer" });
	const { url } = (await (await browser().send("PUT", API.analytics.publicPage(id), {})).json()) as { url: string };
	const passTime = stopClock();
	for (const [path, heading] of [
		["/admin", "Admin Dashboard"],
		["/admin?tab=subscription", "Admin Dashboard"],
		["/admin?tab=subscription&section=profile", "Admin Dashboard"],
		["/admin?q=summer", "Admin Dashboard"],
		["/admin/link/new", "Create New Link"],
		[`/admin/link/edit/${linkSlug}`, "Edit Link"],
		[`/admin/link/previews/${linkSlug}`, "Previews"],
		[`/admin/link/stats/${linkSlug}`, "Statistics"],
		["/admin/analytics", "Analytics"],
		["/admin/api", "API"],
		["/admin/import", "Import and export"],
		["/account", "Account"],
		["/payment-success", "Payment Successful!"],
		[new URL(url).pathname, "Statistics"],
	] as const) {
		await expectQuiet(passTime, path, heading);
	}
});

/** Nothing is requested in 60 s after the screen has loaded, nor when one comes back to its window. */
async function expectQuiet(passTime: ReturnType<typeof stopClock>, path: string, heading: string): Promise<void> {
	reloadScreen(path);
	await passTime(2000);
	await untilLoaded(heading);
	// Parts that load late, and what came last, may ask for more in the frames after them.
	await vi.dynamicImportSettled();
	await passTime(1000);
	await untilLoaded(heading);
	calls.length = 0;

	await passTime(60_000);
	document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
	for (const event of ["focus", "offline", "online"]) window.dispatchEvent(new Event(event));
	await passTime(0);
	expect([path, ...calls.map((call) => `${call.method} ${call.path}`)].join(", ")).toBe(path);
}

/** Testing Library's `waitFor` would wait for the stopped clock. */
async function untilLoaded(heading: string): Promise<void> {
	const isLoaded = () => {
		// The cheapest first, and no `getByRole`, whose error lists all roles of the page at each try.
		expect([...unanswered]).toEqual([]);
		expect(screen.queryByRole("heading", { level: 1, name: heading })).not.toBeNull();
		expect(screen.queryByRole("status", { name: /Loading/ })).toBeNull();
	};
	await vi.waitFor(isLoaded, { timeout: 60_000, interval: 20 });
}
