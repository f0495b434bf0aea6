import { CARDS } from "../stripe-sandbox.ts";
import { agree, be, fillIn, open, press, sandbox, see } from "./steps.ts";
import type { Story } from "./story.ts";

const TAB = "/admin?tab=subscription";
const inSilence = sandbox("webhooks/pause");
const GOOD_CARD = { "Card number": CARDS.ok };

/** With Stripe's events held back: every story is about the first screen after Stripe's page. */
const back: Story[] = [
	{
		name: "back from Stripe: a payment counts at once",
		steps: [
			be("past-due"),
			open("/privacy"),
			inSilence,
			press("Pay €19.99"),
			fillIn(GOOD_CARD),
			press("Pay"),
			see("Total (paid)"),
			open(TAB),
		],
		sentence: "Pro Active Billing Monthly",
		never: ["Your last payment"],
		taken: [1999, 1999],
	},
	{
		name: "back from Stripe: a new card counts at once",
		steps: [
			be("past-due"),
			open("/pricing"),
			inSilence,
			press("Update card"),
			fillIn(GOOD_CARD),
			press("Use this card"),
		],
		sentence: "Pro Active Billing Monthly",
		never: ["Your last payment"],
	},
	{
		name: "back from Stripe: canceling in the portal counts at once",
		steps: [
			be("monthly"),
			open(TAB),
			inSilence,
			press("Invoices and payment method"),
			// Both pages have a button of this name.
			see("€19.99 per month"),
			press("Cancel subscription"),
			see("Don't cancel subscription"),
			press("Back"),
		],
		sentence: "Canceled (ends on {end})",
	},
	{
		name: "back from Stripe: a first payment counts at once",
		steps: [
			be("none"),
			open("/pricing", "monthly"),
			inSilence,
			press("Choose Plan"),
			fillIn(GOOD_CARD),
			press("Subscribe"),
		],
		sentence: "Payment Successful! Your subscription has been activated successfully. Plan: Pro",
	},
].map((story) => ({ ...story, ...(!story.name.includes("first payment") && { cause: 13 }), isAlone: true }));

const slow: Story[] = [
	{
		name: "slow Stripe: a cancellation is being checked, and never reported as failed",
		steps: [
			...[be("monthly"), open(TAB), sandbox("faults/add", { match: "/v1/", kind: "slow", ms: 3_500 })],
			...[press("Cancel subscription"), agree("Cancel subscription"), see("This may already be done. We're checking")],
		],
		sentence: "Subscription canceled Your subscription will be canceled at the end of the current period",
		neverMeanwhile: "Could not cancel the subscription",
	},
	{
		name: "slow Stripe: so is a reactivation",
		steps: [
			...[be("canceling"), open(TAB), sandbox("faults/add", { match: "/v1/", kind: "slow", ms: 3_500 })],
			...[press("Reactivate subscription"), see("This may already be done. We're checking")],
		],
		sentence: "Subscription reactivated Your subscription has been successfully reactivated",
		neverMeanwhile: "Could not reactivate the subscription",
	},
	{
		name: "slow Stripe: an upgrade is being checked, never reported as failed, and charged once",
		steps: [
			...[be("monthly"), open(TAB), press("Switch to yearly"), see("Today €179.91")],
			...[sandbox("faults/add", { match: "/v1/", kind: "slow", ms: 3_500 }), agree("Pay €179.91")],
			see("This may already be done. We're checking"),
		],
		sentence: "Payment Successful! Your subscription has been activated successfully.",
		neverMeanwhile: "Could not process the subscription",
		taken: [1999, 17_991],
	},
	{
		name: "slow Stripe: card and price can be asked for again",
		steps: [be("monthly"), sandbox("faults/add", { match: "/create_preview", kind: "status", status: 500 }), open(TAB)],
		sentence: "We couldn't load your card and next price. Try again",
	},
	{
		name: "slow Stripe: a change without its amount says so",
		steps: [
			...[be("monthly"), sandbox("faults/add", { match: "/create_preview", kind: "status", status: 400 })],
			...[open("/pricing", "monthly")],
		],
		sentence: "Starts today, then €49.99 a month",
	},
].map((story) => ({ ...story, ...(story.name.includes("check") && { cause: 14 }), isAlone: true }));

export const stripeStories: Story[] = [...back, ...slow];

/** Restores the shared sandbox after a story that changed it. */
export const RESTS: [name: string, data: object][] = [
	["faults/clear", {}],
	["webhooks/resume", {}],
	["after-retries", { choice: "cancel" }],
];
