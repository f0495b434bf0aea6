import { API } from "#shared/platform/api-paths.ts";
import { CARDS } from "../stripe-sandbox.ts";
import { asks, be, cancels, choose, days, fillIn, open, openMenu, pays, press, see } from "./steps.ts";
import type { Story } from "./story.ts";

const TAB = "/admin?tab=subscription";
const SUCCESS = "Payment Successful! Your subscription has been activated successfully.";
const atCheckout = (plan: string, interval: "monthly" | "yearly") => [
	...[be("none"), open("/pricing", interval), choose(plan)],
	see("Total due today"),
];
const paysWith = (number: string) => [fillIn({ "Card number": number }), press("Subscribe")];
const withCode = (code: string) => [fillIn({ "Promotion code": code }), press("Apply")];

export const firstPaymentStories: Story[] = [
	{
		name: "first payment: Checkout asks for the price on the card",
		steps: atCheckout("Basic", "yearly"),
		sentence: "Total due today €99.90",
	},
	{
		name: "first payment: the page after it names the plan",
		steps: [...atCheckout("Enterprise", "monthly"), ...paysWith(CARDS.ok)],
		sentence: `${SUCCESS} Plan: Enterprise`,
		taken: [4999],
	},
	{
		name: "first payment: a declined card shows an error, and nothing is taken",
		steps: [...atCheckout("Pro", "monthly"), ...paysWith(CARDS.declined)],
		sentence: "Your card was declined.",
	},
	{
		name: "first payment: after a declined card another one pays",
		steps: [...atCheckout("Pro", "monthly"), ...paysWith(CARDS.declined), ...paysWith(CARDS.ok)],
		sentence: `${SUCCESS} Plan: Pro`,
		taken: [1999],
	},
	{
		name: "first payment: 3-D Secure, approved",
		steps: [...atCheckout("Pro", "monthly"), ...paysWith(CARDS.authenticate), press("Complete authentication")],
		sentence: `${SUCCESS} Plan: Pro`,
		taken: [1999],
	},
	{
		name: "first payment: 3-D Secure, rejected",
		steps: [...atCheckout("Pro", "monthly"), ...paysWith(CARDS.authenticate), press("Fail authentication")],
		sentence: "Total due today €19.99",
	},
	{
		name: "first payment: left before paying, nothing has changed",
		steps: [...atCheckout("Pro", "monthly"), press("Back"), open("/account")],
		sentence: "No active subscription",
	},
	{
		name: "first payment: the page after a payment congratulates nobody without one",
		cause: 16,
		steps: [be("none"), open("/payment-success")],
		sentence: "No payment found Choose a plan to subscribe.",
		never: ["Payment Successful!"],
	},
	{
		name: "first payment: the page after a payment doubts a foreign session",
		cause: 16,
		steps: [be("none"), open("/payment-success?session_id=cs_test_somebody_elses")],
		sentence: "No payment found Choose a plan to subscribe.",
		never: ["Payment Successful!"],
	},
	{
		name: "first payment: after a failed payment, the success page redirects to the amount owed",
		cause: 16,
		steps: [be("past-due"), open("/payment-success"), see("Subscription Plans")],
		sentence: "Your last payment of €19.99 failed. Pay it to create links again.",
		never: ["Payment Successful!"],
	},
	{
		name: "first payment: after a lapse a new plan starts",
		steps: [pays("pro"), cancels, days(32), open("/pricing"), choose("Basic"), ...paysWith(CARDS.ok)],
		sentence: `${SUCCESS} Plan: Basic`,
		taken: [1999, 9990],
	},
	{
		name: "renewal: the price on the tab is the amount taken",
		steps: [pays("starter"), open(TAB), see("Price at next renewal €4.99"), days(32), open(TAB)],
		sentence: "Starter Active Billing Monthly Next renewal {renewal} Price at next renewal €4.99",
		taken: [499, 499],
	},
	{
		name: "renewal: the menu names the plan afterwards",
		steps: [pays("basic"), days(64), open("/privacy"), openMenu],
		sentence: "Basic Active",
		taken: [999, 999, 999],
	},
	{
		name: "code: FIRST50OFF takes half of the first month",
		steps: [...atCheckout("Pro", "monthly"), ...withCode("FIRST50OFF")],
		sentence: "Total due today €9.99",
	},
	{
		name: "code: after FIRST50OFF the tab says the full price",
		steps: [...atCheckout("Pro", "monthly"), ...withCode("FIRST50OFF"), ...paysWith(CARDS.ok), see(SUCCESS), open(TAB)],
		sentence: "Price at next renewal €19.99",
		taken: [999],
	},
	{
		name: "code: after FIRST50OFF the renewal is the full price",
		steps: [
			...[...atCheckout("Pro", "monthly"), ...withCode("FIRST50OFF"), ...paysWith(CARDS.ok), see(SUCCESS), days(32)],
			open(TAB),
		],
		sentence: "Pro Active",
		taken: [999, 1999],
	},
	{
		name: "code: FIRST50OFF is refused for a year",
		steps: [...atCheckout("Pro", "yearly"), ...withCode("FIRST50OFF")],
		sentence: "Total due today €199.90",
		never: ["€99.95"],
	},
	{
		name: "code: CUT50OFF takes half of the first year",
		steps: [...atCheckout("Pro", "yearly"), ...withCode("CUT50OFF")],
		sentence: "Total due today €99.95",
	},
	{
		name: "code: after CUT50OFF the next year is shown at its full price",
		steps: [...atCheckout("Pro", "yearly"), ...withCode("CUT50OFF"), ...paysWith(CARDS.ok), see(SUCCESS), open(TAB)],
		sentence: "Price at next renewal €199.90",
		taken: [9995],
	},
	{
		name: "code: an unknown one is refused",
		steps: [...atCheckout("Pro", "yearly"), ...withCode("NOPE")],
		sentence: "This code is invalid.",
	},
	{
		name: "code: a change says what is left of half a price",
		steps: [
			...[...atCheckout("Basic", "yearly"), ...withCode("CUT50OFF"), ...paysWith(CARDS.ok), see(SUCCESS)],
			...[open("/pricing"), choose("Pro")],
		],
		sentence: ", then €199.90 a year from {renewal}.",
		taken: [4995],
	},
	{
		name: "code: who has paid before can use none",
		steps: [
			...[pays("pro"), cancels, days(32), open("/pricing"), choose("Basic"), see("Total due today")],
			...withCode("CUT50OFF"),
		],
		sentence: "This code is only valid for your first purchase.",
		taken: [1999],
	},
	{
		name: "code: who has used one is offered none",
		steps: [
			...[...atCheckout("Pro", "monthly"), ...withCode("FIRST50OFF"), ...paysWith(CARDS.ok), see(SUCCESS)],
			...[cancels, days(32), open("/pricing"), choose("Basic")],
		],
		sentence: "Total due today €99.90",
		never: ["Promotion code"],
	},
	{
		name: "code: the amount shown is the amount taken",
		steps: [open("/pricing")],
		sentence:
			"The code FIRST50OFF takes 50% off your first month, on plans paid monthly. CUT50OFF and LAUNCH50OFF take 50% off your first payment, monthly or yearly.",
	},
	{
		name: "signed out: a plan's price and VAT note",
		steps: [open("/pricing")],
		sentence: "€199.90 per year · VAT not included",
	},
	{
		name: "invoices: before the first payment there are none",
		steps: [be("none"), open("/account?section=invoices"), press("View invoices")],
		sentence: "No invoices yet They appear here after your first payment.",
	},
	{
		name: "preview: without a subscription there is none",
		steps: [be("none"), asks(`${API.subscriptions.preview}?planId=pro&isAnnual=true`)],
		sentence: "No active subscription",
	},
];
