import { API } from "#shared/platform/api-paths.ts";
import { subscriptionOf } from "../billing-states.ts";
import { CARDS, control, customerOf, stripe } from "../stripe-sandbox.ts";
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
	see,
	settle,
} from "./steps.ts";
import type { Step, Story } from "./story.ts";

const TAB = "/admin?tab=subscription";
const SEE = "See your subscription";
const CANCEL = "Cancel subscription";
const PORTAL = "Invoices and payment method";
const AT_STRIPE = "Visualink Pro €19.99 per month";
const ENDED = "Subscription ended You won't be charged again.";
const GOOD_CARD = { "Card number": CARDS.ok };

/** An operator deletes the customer in Stripe's dashboard. */
const deletedAtStripe: Step = async (customer) => {
	const { request } = customer;
	const answer = await request.delete(`/v1/customers/${await customerOf(request)}`, {
		headers: { authorization: "Bearer sk_test_sandbox" },
	});
	if (!answer.ok()) throw new Error(await answer.text());
	await settle(customer);
};

/** Payments begin again by themselves after so many days. */
const pausedFor =
	(count: number): Step =>
	async (customer) => {
		const { request } = customer;
		await control(request, "pause", {
			subscription: await subscriptionOf(request),
			what: "collection",
			days: count,
		});
		await settle(customer);
	};

const TRIAL_TERMS =
	"On {renewal}, your card is charged €19.99 unless you cancel before then. You can create and edit links after your trial.";
const PAUSE_TERMS =
	"Payments are paused at Stripe: nothing is charged, and you can use your plan. To resume them, contact us.";
const PAUSED_PLAN =
	"Your plan is paused at Stripe: nothing is charged, and you can't create or edit links. To resume it, contact us.";

const trial: Story[] = [
	{
		name: "trial: /account",
		steps: [be("trialing"), open("/account")],
		sentence: `Pro Trial until {renewal} ${TRIAL_TERMS}`,
		never: ["No active subscription"],
	},
	{
		name: "trial: /account says when the first charge is",
		steps: [be("trialing"), open("/account")],
		sentence: "Billing Monthly First charge {renewal} Card Visa ending in 4242",
	},
	{
		name: "trial: /pricing",
		steps: [be("trialing"), open("/pricing")],
		sentence: `Pro Trial until {renewal} ${TRIAL_TERMS} ${SEE}`,
	},
	{
		name: "trial: no button of /pricing is dead",
		steps: [be("trialing"), open("/pricing", "monthly")],
		sentence: "Current Plan You pay monthly",
		never: ["Switch to"],
	},
	{
		name: "trial: the other plans say when they can be chosen",
		steps: [be("trialing"), open("/pricing")],
		sentence: "Downgrade You can change after your trial",
	},
	{
		name: "trial: from /pricing to the account",
		steps: [be("trialing"), open("/pricing"), press(SEE)],
		sentence: `Pro Trial until {renewal} ${TRIAL_TERMS} Billing Monthly`,
	},
	{
		name: "trial: the menu",
		steps: [be("trialing"), open("/privacy"), openMenu],
		sentence: "Pro Trial until {renewal} Dashboard Manage subscription",
		never: ["Get subscription"],
	},
	{
		name: "trial: links say what comes first",
		steps: [be("trialing"), open("/account?section=links")],
		sentence: "You can create or edit links after your trial.",
	},
	{
		name: "trial: another plan is refused in a sentence",
		steps: [
			be("trialing"),
			asks(API.subscriptions.checkout, { planId: "enterprise", isAnnual: true, confirmed: true }),
		],
		sentence: "You can change your plan after that.",
		never: ["url"],
	},
	{
		name: "trial: the same plan is refused in a sentence",
		steps: [be("trialing"), asks(API.subscriptions.checkout, { planId: "pro" })],
		sentence: "You already have this plan",
	},
	{
		name: "trial: canceling says that nothing is charged",
		steps: [be("trialing"), open("/account"), press(CANCEL)],
		sentence: "Your Pro trial lasts until {renewal}, and nothing is charged then.",
	},
	{
		name: "trial: a canceled one ends, and nothing is charged",
		steps: [
			be("trialing"),
			open("/account"),
			press(CANCEL),
			agree(CANCEL),
			see("Canceled (ends on {end})"),
			days(32),
			open("/account"),
		],
		sentence: "No active subscription",
		taken: [1999],
	},
	{
		name: "trial: a canceled one can be kept",
		steps: [be("trialing"), call(API.subscriptions.cancel), open("/account"), press("Reactivate subscription")],
		sentence: "Pro Trial until {renewal}",
	},
	{ name: "trial: invoices", steps: [be("trialing"), open("/account"), press(PORTAL)], sentence: AT_STRIPE },
	{
		name: "trial: its end takes what was said",
		steps: [be("trialing"), days(15), open(TAB)],
		sentence: "Pro Active Billing Monthly",
		taken: [1999, 1999],
	},
	{
		name: "trial: a card that fails at its end leads to the ways out",
		steps: [be("trialing"), card("declinedLater"), days(15), open("/account")],
		sentence: "Your last payment of €19.99 failed.",
	},
];

const paused: Story[] = [
	{
		name: "paused payments: tab",
		steps: [be("paused"), open(TAB)],
		sentence: `Pro Paused ${PAUSE_TERMS} Billing Monthly Card Visa ending in 4242`,
		never: ["Next renewal"],
	},
	{ name: "paused payments: /account", steps: [be("paused"), open("/account")], sentence: `Pro Paused ${PAUSE_TERMS}` },
	{
		name: "paused payments: /pricing",
		steps: [be("paused"), open("/pricing")],
		sentence: `Pro Paused ${PAUSE_TERMS} ${SEE}`,
	},
	{
		name: "paused payments: from /pricing to the tab",
		steps: [be("paused"), open("/pricing"), press(SEE)],
		sentence: `${PAUSE_TERMS} Billing Monthly`,
	},
	{
		name: "paused payments: the other plans say why they can't be chosen",
		steps: [be("paused"), open("/pricing")],
		sentence: "Upgrade You can't change while paused",
	},
	{
		name: "paused payments: the menu",
		steps: [be("paused"), open("/privacy"), openMenu],
		sentence: "Pro Paused Dashboard Manage subscription",
	},
	{
		name: "paused payments: the plan works",
		steps: [be("paused"), open("/admin/link/new")],
		sentence: "Create New Link",
	},
	{
		name: "paused payments: nothing is taken",
		steps: [be("paused"), days(70), open(TAB)],
		sentence: "Pro Paused",
		taken: [1999],
	},
	{
		name: "paused payments: another plan is refused in a sentence",
		steps: [be("paused"), asks(API.subscriptions.checkout, { planId: "enterprise", isAnnual: true, confirmed: true })],
		sentence: "Your subscription is paused. Contact us to resume it, then change your plan.",
	},
	{
		name: "paused payments: canceling ends it with its period",
		steps: [be("paused"), open(TAB), press(CANCEL), agree(CANCEL)],
		sentence: "Canceled (ends on {end})",
		taken: [1999],
	},
	{ name: "paused payments: invoices", steps: [be("paused"), open(TAB), press(PORTAL)], sentence: AT_STRIPE },
	{
		name: "paused payments: until a day",
		steps: [pays("pro"), pausedFor(45), open(TAB)],
		sentence: "Then it is charged again.",
	},
	{
		name: "paused payments: they begin again",
		steps: [pays("pro"), pausedFor(45), days(70), open(TAB)],
		sentence: "Pro Active Billing Monthly Next renewal {renewal}",
		taken: [1999, 1999],
	},
	{
		name: "paused plan: /account",
		steps: [be("paused-plan"), open("/account")],
		sentence: `Pro Paused ${PAUSED_PLAN}`,
		never: ["No active subscription"],
	},
	{
		name: "paused plan: /account says what comes before links",
		steps: [be("paused-plan"), open("/account?section=links")],
		sentence: "Resume your subscription to create or edit links.",
	},
	{
		name: "paused plan: /pricing",
		steps: [be("paused-plan"), open("/pricing")],
		sentence: `Pro Paused ${PAUSED_PLAN} ${SEE}`,
	},
	{
		name: "paused plan: the menu",
		steps: [be("paused-plan"), open("/privacy"), openMenu],
		sentence: "Pro Paused Dashboard Manage subscription Account",
	},
	{
		name: "paused plan: canceling says that it ends now",
		steps: [be("paused-plan"), open("/account"), press(CANCEL)],
		sentence: "Your Pro plan is paused. It ends now, and nothing is charged.",
	},
	{
		name: "paused plan: canceling ends it",
		steps: [be("paused-plan"), open("/account"), press(CANCEL), agree(CANCEL)],
		sentence: ENDED,
		taken: [1999],
	},
	{ name: "paused plan: invoices", steps: [be("paused-plan"), open("/account"), press(PORTAL)], sentence: AT_STRIPE },
];

const ending: Story[] = [
	{
		name: "an end months ahead: it can be sooner",
		steps: [
			be("ends-later"),
			open(TAB),
			press(CANCEL),
			agree(CANCEL),
			see("Subscription canceled"),
			days(32),
			open("/account"),
		],
		sentence: "No active subscription",
		taken: [1999],
	},
	{
		name: "an end months ahead: it can be taken back",
		steps: [be("ends-later"), open(TAB), press("Reactivate subscription")],
		sentence: "Pro Active Billing Monthly",
	},
	{
		name: "an end months ahead: a higher plan comes after it is taken back",
		steps: [be("ends-later"), open("/pricing"), choose("Enterprise")],
		sentence: "Reactivate it before you choose this plan.",
	},
];

const renewing: Story[] = [
	{
		name: "renewal: canceling before the charge says what it does",
		steps: [be("renewing"), open(TAB), press(CANCEL)],
		sentence:
			"Your Pro plan has just renewed, and €19.99 is charged within the hour. If you cancel now, the plan ends at once and nothing is charged.",
	},
	{
		name: "renewal: canceling before the charge takes nothing",
		steps: [
			be("renewing"),
			open(TAB),
			press(CANCEL),
			agree(CANCEL),
			see(ENDED),
			see("No active subscription"),
			days(40),
			open("/account"),
		],
		sentence: "No active subscription",
		taken: [1999],
	},
	{
		name: "renewal: the charge comes if nobody cancels",
		steps: [be("renewing"), days(1), open(TAB), press(CANCEL)],
		sentence: "Your Pro plan stays until {renewal}, its last day.",
		taken: [1999, 1999],
	},
];

const gone: Story[] = [
	{
		name: "deleted at Stripe: invoices say so",
		steps: [pays("pro"), open("/account"), deletedAtStripe, open("/account?section=invoices"), press("View invoices")],
		sentence: "No invoices Your invoices are no longer at Stripe. Contact us if you need one.",
	},
	{
		name: "deleted at Stripe: a new subscription can be bought",
		steps: [
			pays("pro"),
			deletedAtStripe,
			open("/pricing", "monthly"),
			choose("Basic"),
			fillIn(GOOD_CARD),
			press("Subscribe"),
		],
		sentence: "Payment Successful!",
	},
];

/** An operator sells at a price that they have made in Stripe's dashboard. */
const paysByHand =
	(product: string | { name: string }, cents: number): Step =>
	async (customer) => {
		const { request } = customer;
		const id = typeof product === "string" ? product : (await stripe<Named>(request, "/v1/products", product)).id;
		const price = await stripe<Named>(request, "/v1/prices", {
			...{ product: id, currency: "eur", unit_amount: String(cents), "recurring[interval]": "month" },
		});
		const { url } = await stripe<{ url: string }>(request, "/v1/checkout/sessions", {
			...{ mode: "subscription", customer: await customerOf(request), success_url: "https://example.com/" },
			...{ "line_items[0][price]": price.id, "line_items[0][quantity]": "1" },
		});
		await request.post(url, { form: { card_number: CARDS.ok }, maxRedirects: 0 });
		await settle(customer);
	};
type Named = { id: string };

const atForeignPrice = paysByHand({ name: "Visualink for schools" }, 700);
const atFriendlyPrice = paysByHand("prod_pro", 1499);

const prices: Story[] = [
	{
		name: "price of nobody's plan: its product's name",
		steps: [be("lapsed"), atForeignPrice, open(TAB)],
		sentence: "Visualink for schools Active Billing Monthly",
		never: ["unknown"],
	},
	{
		name: "price of nobody's plan: the menu",
		steps: [be("lapsed"), atForeignPrice, open("/privacy"), openMenu],
		sentence: "Visualink for schools Active",
	},
	{
		name: "old price: the card says what is paid",
		steps: [be("lapsed"), atFriendlyPrice, open("/pricing")],
		sentence: "Current Plan You pay €14.99 a month",
	},
];

/** Every standing with its screens and ways out (P570 to P573). */
export const standingStories: Story[] = [...trial, ...paused, ...ending, ...renewing, ...gone, ...prices];
