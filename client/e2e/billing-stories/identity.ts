import { API } from "#shared/platform/api-paths.ts";
import { CARDS } from "../stripe-sandbox.ts";
import { asks, be, call, choose, fillIn, open, operator, pays, press, see } from "./steps.ts";
import type { Step, Story } from "./story.ts";

const TAB = "/admin?tab=subscription";
const CONSENT = { email: "ada@example.com", termsAccepted: true, privacyAccepted: true };
const BUSINESS = {
	...{ fullName: "Ada Lovelace", isBusiness: true, businessName: "Engines Lda", businessVat: "PT501964843" },
	...{ businessAddress: "Rua das Flores 1", businessCountry: "PT" },
};
const CARDHOLDER = { "Card number": CARDS.ok, "Name on card": "Card Holder", Country: "US", Address: "1 Main St" };

const isBusinessNow = call(API.auth.onboarding, { ...CONSENT, ...BUSINESS });
const atCheckout = [be("none"), open("/pricing", "monthly"), choose("Pro"), see("Total due today")];
/** The address of a page of Stripe's stays in another tab. */
const paysInOtherTab = (earlier: Step[]): Step[] => [...atCheckout, ...earlier, fillIn(CARDHOLDER), press("Subscribe")];

const STATEMENT = { name: "Ada Lovelace", email: "ada@example.com", contract: "Pro, paid monthly" };
const withdraws = call(API.withdrawals.all, { ...STATEMENT, key: "0123456789abcdef0123456789abcdef" });

/** The right to withdraw: two steps, a confirmation, and the operator's list. */
const withdrawalStories: Story[] = [
	{
		name: "withdrawal: from the tab in two steps",
		steps: [
			...[pays("pro"), open(TAB), press("Withdraw from contract here"), see("You don't need to sign in.")],
			...[fillIn({ Name: "Ada Lovelace", Email: "ada@example.com", Contract: "Pro, paid monthly" }), press("Continue")],
			...[see("I withdraw from this contract."), press("Confirm withdrawal")],
		],
		sentence:
			"Withdrawal received Keep this confirmation: print or download it. I withdraw from this contract. Received",
		taken: [1999],
	},
	{
		name: "withdrawal: afterwards the tab leads to the confirmation, and an operator ends the rest",
		steps: [pays("pro"), withdraws, open(TAB), see("Pro Active")],
		sentence: "See confirmation",
		never: ["Withdraw from contract here"],
	},
	{
		name: "withdrawal: the operator's list names the refund",
		steps: [
			...[pays("pro"), call(API.withdrawals.all, { ...STATEMENT, key: "fedcba9876543210fedcba9876543210" })],
			operator("billing/subscriptions/operator/withdrawals.command.js"),
		],
		sentence: "npm run operator -- refund --user",
	},
	{
		name: "withdrawal: nothing is offered to those who have paid nothing",
		steps: [be("none"), open("/account"), see("No active subscription")],
		sentence: "Choose a plan to create links with your own previews.",
		never: ["Withdraw from contract here"],
	},
];

/** Who a customer is, for Stripe and its invoices. */
export const identityStories: Story[] = [
	{
		name: "identity: a checkout page that was open when details changed can't be paid",
		steps: paysInOtherTab([isBusinessNow]),
		sentence: "This checkout session has expired",
	},
	{
		name: "identity: after that, the next page bills the business",
		steps: [
			...[...paysInOtherTab([isBusinessNow]), see("has expired"), open("/pricing", "monthly"), choose("Pro")],
			...[fillIn(CARDHOLDER), press("Subscribe"), see("Payment Successful!"), open("/account?section=profile")],
		],
		sentence: "Business name Engines Lda Address Rua das Flores 1",
		never: ["Card Holder", "1 Main St"],
		taken: [1999],
	},
	{
		name: "identity: onboarding's form of an older tab is refused after the purchase",
		steps: [pays("pro"), asks(API.auth.onboarding, { ...CONSENT, ...BUSINESS })],
		sentence: "You already subscribed. Edit your details on your dashboard or account page.",
	},
	{
		name: "identity: and changes nothing on the tab",
		steps: [pays("pro"), asks(API.auth.onboarding, { ...CONSENT, ...BUSINESS }), open("/account?section=profile")],
		sentence: "Full name Ada Lovelace",
		never: ["Engines Lda"],
	},
	...withdrawalStories,
];
