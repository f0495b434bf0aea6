import { describe, expect, it, vi } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { BILLING_STATES } from "./billing-states.ts";
import { answerWith, calls, changeAnswer } from "./network.ts";
import { expectNoise, loggedLines } from "./noise.ts";
import { becomePerson } from "./person.ts";
import {
	expectPath,
	expectToast,
	labeled,
	openScreen,
	screen,
	stopClock,
	toasts,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const checks = () => calls.map(({ path }) => path).filter((path) => path.startsWith(`${API.subscriptions.active}?`));

describe("by a clock that the test moves", () => {
	/** Each look moves the clock by so little that the page still waits. */
	const LIMIT = { interval: 1, timeout: 20_000 };

	/** Opens the page, and waits until it verifies the payment. */
	async function openWithClock(path: string): Promise<void> {
		stopClock();
		openScreen(path);
		const heading = { level: 1, name: "Verifying your subscription..." };
		await vi.waitFor(() => screen.getByRole("heading", heading), LIMIT);
	}

	const move = (ms: number) => vi.advanceTimersByTimeAsync(ms);

	it("a subscriber waits 1.5 s, then reads which plan was paid, and goes on to a new link", async () => {
		await becomePerson({ plan: "pro" });
		await openWithClock("/payment-success?session_id=cs_test_1");
		await move(1_490);
		expect(checks()).toEqual([]);
		await vi.waitFor(() => expect(checks()).toEqual([`${API.subscriptions.active}?session_id=cs_test_1`]), LIMIT);
		vi.useRealTimers();
		await screen.findByRole("heading", { level: 1, name: "Payment Successful!" });
		screen.getByText("Your subscription has been activated successfully.");
		expect(labeled("Plan:")).toBe("Plan:Pro");
		await user.click(screen.getByRole("link", { name: "Create link now" }));
		await expectPath("/admin/link/new");
		await screen.findByRole("heading", { name: "Create New Link" });
	});

	it("a person sees a dash where Stripe didn't say, and the page asks once", async () => {
		await becomePerson({ hasConsent: true });
		const unknown = { active: false, subscription: null, alsoPaying: [], paymentFailed: false };
		answerWith(`${API.subscriptions.active}?session_id=cs_test_1`, 200, unknown);
		await openWithClock("/payment-success?session_id=cs_test_1");
		await move(1_500);
		await vi.waitFor(() => expect(labeled("Plan:")).toBe("Plan:–"), LIMIT);
		await move(60_000);
		expect(checks()).toHaveLength(1);
	});

	it("a subscriber whose payment can't be verified sees a dash, and no toast; the console says so (P111)", async () => {
		expectNoise(/could not be (verified|looked up)/);
		await becomePerson({ plan: "basic" });
		answerWith(API.subscriptions.active, 500);
		await openWithClock("/payment-success");
		await move(1_500);
		await vi.waitFor(() => expect(labeled("Plan:")).toBe("Plan:–"), LIMIT);
		expect(checks()).toHaveLength(1);
		screen.getByRole("heading", { name: "Payment Successful!" });
		expect(toasts().queryAllByRole("listitem")).toEqual([]);
		expect(loggedLines()).toContain("The subscription could not be verified.");
	});
});

describe("a person who paid nothing is led on", () => {
	it.each(["", "?session_id=cs_test_somebody_elses"])('without a plan, to the plans ("%s")', async (search) => {
		await becomePerson({ hasConsent: true });
		openScreen(`/payment-success${search}`);
		await expectToast("No payment found", "Choose a plan to subscribe.");
		await expectPath("/pricing");
	});

	it("after a failed payment, to the amount owed", async () => {
		await BILLING_STATES["past-due"]();
		openScreen("/payment-success");
		await expectPath("/pricing");
		await waitFor(() => within(screen.getByRole("main")).getByRole("button", { name: "Pay €19.99" }));
	});

	it("with a plan that was paid long ago, to the subscription", async () => {
		await becomePerson({ plan: "pro" });
		changeAnswer(API.subscriptions.active, { justPaid: false });
		openScreen("/payment-success");
		await expectToast("No payment found", "Your subscription is as it was.");
		await expectPath("/admin?tab=subscription");
	});
});
