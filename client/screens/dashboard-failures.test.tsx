import { beforeEach, expect, it } from "vitest";
import { toast } from "#client/components/toast/use-toast.ts";
import { chooseInMenu, chooseOfList } from "./link-menu.ts";
import { answerWith, calls, departures, holdCalls } from "./network.ts";
import { expectNoise, loggedLines } from "./noise.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	checkFailureToast,
	expectFailureToast,
	expectPath,
	expectToast,
	labeled,
	openScreen,
	screen,
	stopClock,
	user,
	waitFor,
} from "./screen.tsx";

let id: number;

beforeEach(async () => {
	await becomePerson({ plan: "pro" });
	({ id } = await createLink({ title: "Spring" }));
});

it("a link that was not deleted stays, and its owner can try again", async () => {
	openScreen("/admin");
	const mend = answerWith(`/api/links/${id}`, 500, "broken", "DELETE");
	await chooseInMenu("Spring", "Delete");
	await user.click(await screen.findByRole("button", { name: "Delete link" }));
	await expectFailureToast("Error", "Failed to delete link. Please try again.");
	mend();
	await chooseInMenu("Spring", "Delete");
	await user.click(await screen.findByRole("button", { name: "Delete link" }));
	await expectToast("Success!", "Link deleted successfully");
});

it("links that did not load can be asked for again", async () => {
	const mend = answerWith("/api/links", 500);
	openScreen("/admin");
	await screen.findByText("Your links could not be loaded.");
	mend();
	await user.click(screen.getByRole("button", { name: "Try again" }));
	await screen.findByRole("button", { name: "More for Spring" });
});

it("views that did not load are dashes next to the number of links", async () => {
	const mend = answerWith("/api/stats/views", 500);
	openScreen("/admin");
	for (const label of ["Total Views", "Human Views", "Bot Views"]) {
		await waitFor(() => expect(labeled(label)).toBe(`${label}–`));
	}
	await waitFor(() => expect(labeled("Total Links")).toBe("Total Links1"));
	mend();
	await chooseOfList("Refresh");
	await waitFor(() => expect(labeled("Total Views")).toBe("Total Views0"));
});

it.each(["/api/links", "/api/links/index", "/api/stats/views", "/api/links/deleted", "/api/links/monthly-usage"])(
	"a 401 from %s shows a toast, and leads to sign-in after 500 ms",
	async (path) => {
		const release = holdCalls(path);
		answerWith(path, 401, { kind: "unauthenticated", message: "Unauthorized" });
		openScreen("/admin");
		await waitFor(() => expect(calls.some((call) => call.path.split("?")[0] === path)).toBe(true));
		await screen.findByRole("heading", { name: "Admin Dashboard" });
		const passTime = stopClock();
		release();
		await passTime(0);
		checkFailureToast("Unauthorized", "You are logged out. Logging in again...");
		await passTime(499);
		expect(departures).toEqual([]);
		await passTime(1);
		expect(departures).toEqual(["/api/auth/google"]);
	},
);

it("a failed look-up of the subscription is only logged: the person counts as having none (P82, P111)", async () => {
	expectNoise(/The subscription could not be looked up/);
	answerWith("/api/subscriptions/active", 500);
	// Ids of toasts count up: one that another has replaced at once shows in them alone.
	const first = toast({ title: "Before" });
	openScreen("/admin");
	await expectToast("Subscription required", "You need an active subscription to access this feature");
	await expectPath("/pricing");
	expect(screen.queryByText("Could not load your subscription information")).toBeNull();
	expect(loggedLines()).toContain("The subscription could not be looked up.");
	expect(toast({ title: "After" }) - first, "toasts").toBe(2);
});
