import { beforeEach, describe, expect, it } from "vitest";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import { answerWith, browser, calls, loseAnswer, unanswered } from "./network.ts";
import { expectNoise } from "./noise.ts";
import { becomePerson } from "./person.ts";
import {
	checkFailureToast,
	expectFailureToast,
	expectFocus,
	expectPath,
	expectToast,
	openScreen,
	press,
	screen,
	toasts,
	user,
	waitFor,
	within,
} from "./screen.tsx";
import { openStreams, publishChange, Stream } from "./stream.ts";

const VERIFIED = `${API.subscriptions.active}?session_id=`;
const CANCELED = /^Canceled \(ends on/;

it("a subscriber cancels at the end of the period, and takes that back", async () => {
	await becomePerson({ plan: "pro" });
	const end = await periodEnd();
	await openTab();
	await screen.findByRole("heading", { name: "Pro" });
	expect(markerOf("Active")).toContain("bg-mark-good");
	expect(screen.getByText("Next renewal").parentElement?.textContent).toContain(end);

	await press("Cancel subscription");
	const question = within(await screen.findByRole("dialog", { name: "Cancel your subscription?" }));
	question.getByText(new RegExp(`^Your Pro plan stays until ${end}, its last day\\.`));
	question.getByText(/^Your links keep working: they still show/);
	await press("Keep subscription", question);
	await expectFocus(() => screen.getByRole("button", { name: "Cancel subscription" }));
	markerOf("Active");
	expect(calls.some(({ path }) => path === API.subscriptions.cancel)).toBe(false);

	await cancel();
	await expectToast("Subscription canceled", "Your subscription will be canceled at the end of the current period");
	await screen.findByText(`Canceled (ends on ${end})`);
	expect(markerOf(`Canceled (ends on ${end})`)).toContain("bg-mark-warn");
	expect(screen.queryByText("Next renewal")).toBeNull();
	expect(screen.queryByText("Active")).toBeNull();

	await press("Reactivate subscription");
	await expectToast("Subscription reactivated", "Your subscription has been successfully reactivated");
	await screen.findByText("Active");
	expect(markerOf("Active")).toContain("bg-mark-good");
	screen.getByText("Next renewal");
	await expectFocus(() => screen.getByRole("heading", { name: "Pro" }));
});

describe("when a call fails", () => {
	beforeEach(async () => {
		await becomePerson({ plan: "basic" });
	});

	it("a subscriber whose cancellation is refused reads so, and stays subscribed", async () => {
		answerWith(API.subscriptions.cancel, 502);
		await openTab();
		await cancel();
		await expectFailureToast("Error", "Could not cancel the subscription");
		screen.getByText("Active");
	});

	it("a subscriber whose cancellation got no answer reads that we check, and then its real outcome", async () => {
		await openTab();
		loseAnswer(API.subscriptions.cancel, 502);
		await cancel();
		await expectToast("Just a moment", "This may already be done. We're checking");
		await waitFor(() => {
			publishChange({ kind: "subscription" });
			expect(toasts().queryAllByText("Subscription canceled")).not.toEqual([]);
		});
		await expectToast("Subscription canceled", "Your subscription will be canceled at the end of the current period");
		await screen.findByText(CANCELED);
	});

	it.each([
		["when its stream opens", openStreams],
		["when the server says so", () => publishChange({ kind: "subscription" })],
		["by 'Check again'", () => press("Check again")],
	])(
		"asks for the outcome of a cancellation that is still running once, and again %s (P266)",
		async (_when, askAgain) => {
			const asked = () => calls.filter(({ path }) => path === VERIFIED).length;
			await openTab();
			const settle = answerWith(VERIFIED, 200, { verified: false });
			loseAnswer(API.subscriptions.cancel, 502);
			await cancel();
			await screen.findByText("We're checking whether your subscription was changed.");
			await waitFor(() => expect([asked(), unanswered.size, Stream.all.size]).toEqual([1, 0, 1]));
			// Its event reaches no stream here: the server has found out before the screen asks again.
			await waitFor(async () => {
				const answer = await browser().get(VERIFIED);
				expect(((await answer.json()) as ActiveSubscription).verified).toBe(true);
			});
			settle();
			await askAgain();
			await expectToast("Subscription canceled", "Your subscription will be canceled at the end of the current period");
			await screen.findByText(CANCELED);
			await waitFor(() => expect(screen.queryByText(/^We're checking whether/)).toBeNull());
			expect(asked()).toBeGreaterThan(1);
		},
	);

	it("a subscriber whose reactivation is refused reads so, and stays canceled", async () => {
		await browser().post(API.subscriptions.cancel);
		answerWith(API.subscriptions.reactivate, 502);
		await openTab();
		await press("Reactivate subscription");
		// The cancellation's event may still be on its way: the outcome is asked for again with each change.
		await waitFor(() => {
			publishChange({ kind: "subscription" });
			checkFailureToast("Error", "Could not reactivate the subscription");
		});
		screen.getByText(CANCELED);
	});

	it("a subscriber reads so if their subscription can't be loaded again after a change", async () => {
		expectNoise(/The subscription could not be looked up/);
		await openTab();
		answerWith(API.subscriptions.active, 500);
		await cancel();
		await expectFailureToast("Error", "Could not load your subscription information");
	});
});

it("a subscriber whose subscription has ended while the dashboard is open is sent to the plans", async () => {
	await becomePerson({ plan: "basic" });
	await openTab();
	answerWith(API.subscriptions.active, 200, {
		active: false,
		subscription: null,
		alsoPaying: [],
		paymentFailed: false,
	});
	await cancel();
	await expectPath("/pricing");
});

/** Cancels, and confirms in the dialog. */
async function cancel(): Promise<void> {
	await press("Cancel subscription");
	await press("Cancel subscription", within(await screen.findByRole("dialog")));
}

async function openTab(): Promise<void> {
	openScreen("/admin");
	await user.click(await screen.findByRole("tab", { name: "Subscription" }));
	await waitFor(() => screen.getByText(/^(Active|Canceled .*)$/));
}

/** The classes of the colored dot before a state. */
function markerOf(text: string): string {
	return screen.getByText(text).parentElement?.querySelector("span")?.className ?? "";
}

async function periodEnd(): Promise<string> {
	const answer = await browser().get(API.subscriptions.active);
	const { subscription } = (await answer.json()) as ActiveSubscription;
	const end = new Date(subscription?.currentPeriodEnd ?? "");
	return end.toLocaleDateString("en-US", { month: "long", day: "numeric", year: "numeric" });
}
