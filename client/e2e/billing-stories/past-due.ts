import { API } from "#shared/platform/api-paths.ts";
import { CARDS } from "../stripe-sandbox.ts";
import {
	agree,
	asks,
	be,
	call,
	card,
	choose,
	days,
	fillIn,
	open,
	openMenu,
	pays,
	press,
	sandbox,
	see,
} from "./steps.ts";
import type { Story } from "./story.ts";

const pastDue = be("past-due");
const GOOD_CARD = { "Card number": CARDS.ok };
const ENDED = "Subscription ended The open invoice of €19.99 is void. You won't be charged again.";

export const pastDueStories: Story[] = [
	{
		name: "past due: canceling asks first",
		cause: 1,
		steps: [pastDue, open("/pricing"), press("Cancel subscription")],
		sentence: "Your Pro plan ends now. The open invoice of €19.99 is voided: you won't be charged for it.",
		taken: [1999],
	},
	{
		name: "past due: canceling ends it at once",
		cause: 1,
		steps: [pastDue, open("/pricing"), press("Cancel subscription"), agree("Cancel subscription")],
		sentence: ENDED,
		never: ["Your last payment"],
		taken: [1999],
	},
	{
		name: "past due: canceling from the menu",
		cause: 1,
		steps: [pastDue, open("/privacy"), openMenu, press("Cancel subscription"), agree("Cancel subscription")],
		sentence: ENDED,
		taken: [1999],
	},
	{
		name: "past due: canceling from the account",
		steps: [pastDue, open("/account"), press("Cancel subscription"), agree("Cancel subscription"), see(ENDED)],
		sentence: "No active subscription Choose a plan to create links with your own previews.",
	},
	{
		name: "past due: once canceled, no retry takes anything",
		cause: 15,
		steps: [pastDue, call(API.subscriptions.cancel), card("ok"), days(40), open("/account")],
		sentence: "No active subscription",
		never: ["Your last payment"],
		taken: [1999],
	},
	{ cause: 2, ...asksFirst("another plan", "Starter") },
	asksFirst("a higher plan", "Enterprise"),
	{ cause: 2, ...asksFirst("the same plan, yearly,", "Pro") },
	{
		name: "past due: another plan after canceling takes only the new price",
		cause: 2,
		steps: [
			...[pastDue, card("ok"), open("/pricing"), press("Cancel subscription"), agree("Cancel subscription")],
			...[see(ENDED), choose("Starter"), fillIn(GOOD_CARD), press("Subscribe"), see("Plan: Starter"), days(20)],
			open("/admin?tab=subscription"),
		],
		sentence: "Starter Active Billing Yearly",
		taken: [1999, 4990],
	},
	{
		name: "past due: 'Not now' changes nothing",
		steps: [pastDue, open("/pricing"), choose("Starter"), agree("Not now")],
		sentence: "Your last payment of €19.99 failed. Pay it to create links again.",
		taken: [1999],
	},
	{
		name: "past due: the refusal of another plan has a message",
		cause: 2,
		steps: [pastDue, asks(API.subscriptions.checkout, { planId: "enterprise", isAnnual: true })],
		sentence: "You owe €19.99 for Pro. Pay it or cancel Pro before you choose another plan.",
	},
	{
		name: "past due: the owed plan's button leads to the invoice",
		steps: [pastDue, open("/pricing", "monthly"), choose("Pro")],
		sentence: "Amount due €19.99",
	},
	{
		name: "past due: paid from the plans",
		steps: [pastDue, open("/pricing"), press("Pay €19.99"), fillIn(GOOD_CARD), press("Pay"), open("/account")],
		sentence: "Pro Active",
		never: ["Your last payment"],
		taken: [1999, 1999],
	},
	{
		name: "past due: paid from the line above every page",
		cause: 3,
		steps: [pastDue, open("/terms"), press("Pay €19.99"), fillIn(GOOD_CARD), press("Pay")],
		sentence: "Total (paid) €19.99",
		taken: [1999, 1999],
	},
	{
		name: "past due: another card pays, and leads back to the account",
		steps: [pastDue, open("/account"), press("Update card"), fillIn(GOOD_CARD), press("Use this card")],
		sentence: "Pro Active Billing Monthly Next renewal {renewal}",
		taken: [1999, 1999],
	},
	{
		name: "past due: the page for the card says what it is",
		steps: [pastDue, open("/pricing"), press("Update card")],
		sentence: "Update your payment method",
	},
	{
		name: "past due: a card that is declined leaves all as it was",
		steps: [
			...[pastDue, open("/account"), press("Pay €19.99"), fillIn({ "Card number": CARDS.declined }), press("Pay")],
			...[see("Your card was declined."), open("/account")],
		],
		sentence: "Your last payment of €19.99 failed. Pay it to create links again.",
		taken: [1999],
	},
	{
		name: "past due: a later retry pays by itself",
		steps: [pastDue, card("ok"), days(10), open("/admin?tab=subscription")],
		sentence: "Pro Active Billing Monthly Next renewal {renewal} Price at next renewal €19.99",
		taken: [1999, 1999],
	},
	{
		name: "past due: older invoices that are open are counted",
		isAlone: true,
		steps: [
			...[pays("pro"), card("declinedLater"), sandbox("after-retries", { choice: "past_due" }), days(70)],
			open("/account"),
		],
		sentence: "1 older invoice is open, too.",
		taken: [1999],
	},
	{
		name: "unpaid: canceling ends it at once",
		cause: 1,
		isAlone: true,
		steps: [be("unpaid"), open("/pricing"), press("Cancel subscription"), agree("Cancel subscription")],
		sentence: ENDED,
		taken: [1999],
	},
	{
		name: "unpaid: paid from the account",
		isAlone: true,
		steps: [be("unpaid"), open("/account"), press("Pay €19.99"), fillIn(GOOD_CARD), press("Pay"), open("/account")],
		sentence: "Pro Active",
		taken: [1999, 1999],
	},
];

function asksFirst(what: string, chosen: string): Story {
	return {
		name: `past due: ${what} asks first`,
		steps: [pastDue, open("/pricing"), choose(chosen)],
		sentence: "You owe €19.99 for Pro. Pay it or cancel Pro before you choose another plan.",
		taken: [1999],
	};
}
