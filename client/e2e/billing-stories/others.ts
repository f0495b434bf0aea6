import { subscribeByHand } from "../billing-states.ts";
import { createLink } from "../person.ts";
import { control, customerOf, listed, stripe } from "../stripe-sandbox.ts";
import { agree, be, cancels, card, days, open, operator, pays, press, see, settle } from "./steps.ts";
import type { Step, Story } from "./story.ts";

const TAB = "/admin?tab=subscription";
const LINKS = "/account?section=links";
const REFUND = "billing/subscriptions/operator/guarantee.command.js";
const hasLink: Step = ({ request }) => createLink(request, { title: "Eleven beaches" });
const alsoPays =
	(plan: "starter" | "pro"): Step =>
	({ request }) =>
		subscribeByHand(request, plan);

/** The bank takes the newest payment back, and decides. */
function dispute(outcome: "won" | "lost"): Step {
	return async (customer) => {
		const { request } = customer;
		const id = await customerOf(request);
		const [invoice] = await listed<{ id: string }>(request, `/v1/invoices?customer=${id}&limit=1`);
		const expanded = `/v1/invoices/${invoice?.id}?expand[]=payments`;
		const { payments } = await stripe<{ payments: { data: { payment: { payment_intent: string } }[] } }>(
			request,
			expanded,
		);
		const paymentIntent = payments.data[0]?.payment.payment_intent ?? "";
		const opened = await control<{ id: string }>(request, "dispute", { paymentIntent });
		await control(request, "close-dispute", { dispute: opened.id, outcome });
		await settle(customer);
	};
}

const second: Story[] = [
	{
		name: "second subscription: the dialog says when it ends",
		steps: [be("two-subscriptions"), open(TAB), press("cancel it")],
		sentence:
			"Starter will end with the period you have paid for. The plan shown above stays as it is, and your links keep working.",
	},
	{
		name: "second subscription: it ends with its period",
		steps: [be("two-subscriptions"), open(TAB), press("cancel it"), agree("Cancel Starter")],
		sentence: "Subscription canceled Starter will end with the period you have paid for",
		never: ["You also pay for"],
	},
	{
		name: "second subscription: afterwards one plan is taken",
		steps: [
			be("two-subscriptions"),
			open(TAB),
			press("cancel it"),
			agree("Cancel Starter"),
			see("Subscription canceled"),
			days(32),
			open(TAB),
		],
		sentence: "Pro Active",
		never: ["You also pay for"],
		taken: [1999, 499, 1999],
	},
	{
		name: "second subscription: after a failed payment it ends at once, and the dialog says so",
		cause: 12,
		steps: [be("second-past-due"), open(TAB), press("cancel it")],
		sentence: "Starter ends now because the last payment failed.",
	},
	{
		name: "second subscription: after a failed payment it can be ended",
		cause: 12,
		steps: [be("second-past-due"), open(TAB), press("cancel it"), agree("Cancel Starter")],
		sentence: "Subscription canceled Starter ends now because the last payment failed",
		never: ["You also pay for"],
	},
	{
		name: "second subscription: price and date distinguish two of the same plan",
		cause: 12,
		steps: [pays("pro"), alsoPays("pro"), open(TAB)],
		sentence: "You also pay for Pro (€19.99 a month, since {since}): cancel it",
	},
];

const account: Story[] = [
	{
		name: "account: links stay in sight without a subscription",
		cause: 4,
		steps: [pays("pro"), hasLink, cancels, days(32), open(LINKS), see("Eleven beaches")],
		sentence: "These links keep working. Subscribe to create or edit links.",
	},
	{
		name: "account: links can be taken along without a subscription",
		cause: 4,
		steps: [pays("starter"), hasLink, cancels, days(32), open("/account?section=data")],
		sentence: "Download CSV",
		never: ["Upgrade to use this feature"],
	},
	{
		name: "account: details and deletion stay in reach",
		cause: 4,
		steps: [
			be("lapsed"),
			open("/account"),
			press("Profile"),
			see("Edit details"),
			press("Data"),
			see("Download your data"),
		],
		sentence: "Delete account",
	},
	{
		name: "account: after a failed payment links stay in sight",
		cause: 4,
		steps: [pays("pro"), hasLink, card("declinedLater"), days(32), open(LINKS), see("Eleven beaches")],
		sentence: "These links keep working. Pay the open invoice to create or edit links.",
	},
	{
		name: "account: subscribers find the way to the dashboard",
		steps: [be("monthly"), open("/account"), press("Go to dashboard")],
		sentence: "Manage your links and subscription",
	},
];

const bank: Story[] = [
	{
		name: "dispute: a lost one ends the subscription",
		cause: 15,
		steps: [pays("pro"), dispute("lost"), open("/account")],
		sentence: "No active subscription",
	},
	{
		name: "dispute: a won one changes nothing",
		steps: [pays("pro"), dispute("won"), open(TAB)],
		sentence: "Pro Active Billing Monthly",
	},
	{
		name: "guarantee: what would be paid back is shown first",
		steps: [pays("pro"), operator(REFUND, "--user", "{email}", "--dry-run")],
		sentence: "first payment",
		never: ["refunded"],
	},
	{
		name: "guarantee: a look changes nothing",
		steps: [pays("pro"), operator(REFUND, "--user", "{email}", "--dry-run"), open(TAB)],
		sentence: "Pro Active",
	},
	{
		name: "guarantee: the money goes back",
		steps: [pays("basic"), operator(REFUND, "--user", "{email}", "--yes")],
		sentence: "refunded 9.99 eur",
	},
	{
		name: "guarantee: the subscription ends with it",
		steps: [pays("basic"), operator(REFUND, "--user", "{email}", "--yes"), settle, open("/account")],
		sentence: "No active subscription",
	},
	{
		name: "disabled: the operator reads that billing continues",
		steps: [pays("pro"), operator("moderation/admin/admin.command.js", "disable", "user", "{email}")],
		sentence: "Billing goes on: pro, charged next on",
	},
];

export const otherStories: Story[] = [...second, ...account, ...bank];
