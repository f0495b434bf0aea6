import { beforeEach, describe, expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { activeSubscription, BILLING_STATES } from "./billing-states.ts";
import { answerWith, calls, changeAnswer, departures, holdCalls, loseAnswer } from "./network.ts";
import { expectNoise } from "./noise.ts";
import { becomePerson } from "./person.ts";
import {
	expectDeparture,
	expectFailureToast,
	expectPath,
	expectToast,
	field,
	fill,
	labeled,
	openScreen,
	press,
	reloadScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";
import { publishChange } from "./stream.ts";

const TAB = "/admin?tab=subscription";
const VERIFIED = "/api/subscriptions/active?session_id=";

/** Presses a button of the dialog as soon as it may be pressed. */
async function answer(name: string): Promise<void> {
	const button = await within(await screen.findByRole("dialog")).findByRole<HTMLButtonElement>("button", { name });
	await waitFor(() => expect(button.disabled).toBe(false));
	await user.click(button);
}

const question = () => within(screen.getByRole("dialog"));

/** Presses a plan's button on the pricing page, yearly. */
async function choose(plan: string): Promise<void> {
	await user.click(await within(await screen.findByRole("article", { name: plan })).findByRole("button"));
}

/** Loads the page of our own that the screen leads to. */
async function followOwnPage(address: RegExp): Promise<void> {
	const { pathname, search } = new URL(await expectDeparture(address));
	reloadScreen(pathname + search);
}

it("a subscriber plans a downgrade, reads from when it counts, and calls it off", async () => {
	await becomePerson({ plan: "pro", isAnnual: true });
	openScreen("/pricing");
	await choose("Starter");
	await screen.findByRole("dialog", { name: "Downgrade to Starter?" });
	await question().findByText(/^Nothing is charged today\. Your Pro plan stays as it is until/);
	question().getByText(/^From [A-Z][a-z]+ \d{1,2}, \d{4} you pay €49\.90 a year\.$/);
	await answer("Change plan");
	await followOwnPage(/\/admin\?tab=subscription&changed=planned$/);
	await screen.findByText(/^Changes to Starter on [A-Z][a-z]+ \d{1,2}, \d{4}$/);
	await expectPath(TAB);
	within(screen.getByRole("tabpanel", { name: "Subscription" })).getByText(/^Changes to Starter/);
	await waitFor(() => expect(labeled("Price at next renewal")).toContain("€49.90"));
	expect(labeled("Card")).toContain("Visa ending in 4242, expires");
	expect(await activeSubscription()).toMatchObject({ active: true, subscription: { planId: "pro" } });
	await press("Keep my plan");
	await expectToast("Plan kept", "You stay on Pro");
	await waitFor(() => expect(screen.queryByText(/^Changes to/)).toBeNull());
	await waitFor(() => expect(labeled("Price at next renewal")).toContain("€199.90"));
});

it("a subscriber who goes on before Stripe reports the planned change stays there", async () => {
	await becomePerson({ plan: "basic" });
	openScreen("/admin?q=spring&tab=subscription&changed=planned");
	await expectPath("/admin?q=spring&tab=subscription");

	const release = holdCalls(VERIFIED);
	changeAnswer(VERIFIED, { standing: "owing", paymentFailed: true });
	reloadScreen(`${TAB}&changed=planned`);
	await waitFor(() => expect(calls.map(({ path }) => path)).toContain(VERIFIED));
	await user.click(await screen.findByRole("link", { name: "New Link" }));
	fill(await screen.findByLabelText("Title"), "Half a link");
	release();
	// Shown after all other effects of the answer.
	await screen.findByText(/^Your last payment failed/);
	expect(location.href).toMatch(/\/admin\/link\/new$/);
	expect(field("Title").value).toBe("Half a link");
});

it("a subscriber who cancels reads which change that drops, and is offered it again with the next price", async () => {
	await BILLING_STATES["planned-change"]();
	openScreen(TAB);
	await press("Cancel subscription");
	await question().findByText(/^Changes to Starter on .+ Canceling drops this change\./);
	await answer("Cancel subscription");
	await screen.findByText(/^If you reactivate, Pro renews on .+ for €199\.90\.$/);
	await press("Reactivate subscription");
	await screen.findByText("Your change to Starter was dropped. Plan it again?");
	await screen.findByText(/^Otherwise your next renewal is €199\.90 on /);
	await press("Plan again");
	await answer("Change plan");
	await followOwnPage(/\/admin\?tab=subscription&changed=planned$/);
	await screen.findByText(/^Changes to Starter on /);
	expect(screen.queryByText(/was dropped/)).toBeNull();
});

it("a subscriber cancels, takes it back, and keeps the plan all the while", async () => {
	await becomePerson({ plan: "pro" });
	openScreen("/admin");
	await user.click(await screen.findByRole("tab", { name: "Subscription" }));
	await press("Cancel subscription");
	await answer("Cancel subscription");
	await screen.findByText(/^Canceled \(ends on /);
	expect(await activeSubscription()).toMatchObject({ active: true, subscription: { cancelAtPeriodEnd: true } });
	await press("Reactivate subscription");
	await screen.findByText(/^Next renewal/);
	expect(await activeSubscription()).toMatchObject({ active: true, subscription: { cancelAtPeriodEnd: false } });
});

it("a canceled subscriber reads that another plan undoes the cancellation, and only looking changes nothing", async () => {
	await BILLING_STATES.canceling();
	openScreen("/pricing");
	await choose("Enterprise");
	await screen.findByText(/^Your subscription ends on .+ undoes this cancellation/);
	await answer("Keep my plan");
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	const upgrade = within(screen.getByRole("article", { name: "Enterprise" })).getByRole<HTMLButtonElement>("button");
	expect(upgrade.disabled).toBe(false);
	await user.click(upgrade);
	await screen.findByText(/undoes this cancellation/);
	await answer("Keep my plan");
	expect(calls.map(({ path }) => path)).not.toContain(API.subscriptions.checkout);
	reloadScreen(TAB);
	await screen.findByText(/^Canceled \(ends on /);
});

it("a subscriber goes from the tab to the other interval, and to invoices and payment method", async () => {
	await BILLING_STATES.monthly();
	openScreen(TAB);
	await press("Switch to yearly");
	await answer("Pay €179.91");
	await expectDeparture(/\/payment-success$/);
	reloadScreen(TAB);
	await waitFor(() => expect(labeled("Billing")).toContain("Yearly"));
	await press("Invoices and payment method");
	await expectDeparture(/\/sandbox\/stripe\/portal\//);
});

describe("P561: a change that is paid in our dialog", () => {
	beforeEach(async () => {
		await BILLING_STATES.monthly();
		openScreen(TAB);
	});

	it("a subscriber whose card is declined reads so at once, and is led to the card's page", async () => {
		const message = "Your card was declined. Nothing has changed. Update your card, then choose the plan again.";
		answerWith(API.subscriptions.checkout, 402, { kind: "card_declined", code: "card_declined", message });
		await press("Switch to yearly");
		await answer("Pay €179.91");
		await screen.findByRole("dialog", { name: "Payment declined" });
		question().getByText(message);
		await answer("Update card");
		await expectDeparture(/\/sandbox\/stripe\/portal\//);
	});

	it("a subscriber whose amount has changed reads so, and pays the new one", async () => {
		const message = "The amount has changed. Please check it and confirm again.";
		const mend = answerWith(API.subscriptions.checkout, 409, { kind: "confirmation_required", message });
		await press("Switch to yearly");
		await answer("Pay €179.91");
		await question().findByText(message);
		mend();
		await answer("Pay €179.91");
		await expectDeparture(/\/payment-success$/);
	});

	it("a subscriber whose answer is lost reads that we check, and then where it leads", async () => {
		loseAnswer(API.subscriptions.checkout, 502);
		await press("Switch to yearly");
		await answer("Pay €179.91");
		await expectToast("Just a moment", "This may already be done. We're checking");
		await waitFor(() => {
			publishChange({ kind: "subscription" });
			expect(departures.at(-1)).toMatch(/\/payment-success$/);
		});
	});

	it("a subscriber whose payment did not happen reads so once that is certain", async () => {
		answerWith(API.subscriptions.checkout, 502);
		await press("Switch to yearly");
		await answer("Pay €179.91");
		await expectFailureToast("Error", "Could not process the subscription");
		screen.getByText("Monthly");
	});
});

it("a subscriber who pays twice reads for what, and ends the second subscription", async () => {
	await BILLING_STATES["two-subscriptions"]();
	openScreen(TAB);
	const line = await screen.findByText(/^You also pay for Starter/);
	expect(line.textContent).toMatch(/^You also pay for Starter \(€4\.99 a month, since .+\): cancel it$/);
	await user.click(within(line).getByRole("button"));
	await screen.findByRole("dialog", { name: "Cancel Starter?" });
	question().getByText(/stays as it is, and your links keep working\.$/);
	await answer("Cancel Starter");
	await waitFor(() => expect(screen.queryByText(/^You also pay for/)).toBeNull());
	screen.getByText("Active");
});

describe("when Stripe is unreachable", () => {
	it("a subscriber sees what we know, and can ask again for card and price", async () => {
		expectNoise(/502/);
		await BILLING_STATES.monthly();
		const mend = answerWith("/api/subscriptions/details", 502);
		openScreen(TAB);
		await screen.findByText("Active");
		await screen.findByText("We couldn't load your card and next price.");
		mend();
		await press("Try again");
		await waitFor(() => expect(labeled("Price at next renewal")).toContain("€19.99"));
	});
});
