import { API } from "#shared/api-paths.ts";
import { CARDS } from "../stripe-sandbox.ts";
import { asks, be, call, choose, fillIn, open, pays, press, see } from "./steps.ts";
import type { Step, Story } from "./story.ts";

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
			...[fillIn(CARDHOLDER), press("Subscribe"), see("Payment Successful!"), open("/admin?tab=subscription")],
		],
		sentence: "Business name Engines Lda Address Rua das Flores 1",
		never: ["Card Holder", "1 Main St"],
		taken: [1999],
	},
	{
		name: "identity: onboarding's form of an older tab is refused after the purchase",
		steps: [pays("pro"), asks(API.auth.onboarding, { ...CONSENT, ...BUSINESS })],
		sentence: "You already subscribed. Change your details on the Subscription tab.",
	},
	{
		name: "identity: and changes nothing on the tab",
		steps: [pays("pro"), asks(API.auth.onboarding, { ...CONSENT, ...BUSINESS }), open("/admin?tab=subscription")],
		sentence: "Full name Ada Lovelace",
		never: ["Engines Lda"],
	},
];
