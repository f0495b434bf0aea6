import { expect } from "@playwright/test";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";
import { control, customerOf, listed, stripe, until } from "../stripe-sandbox.ts";
import {
	be,
	cancels,
	changesTo,
	choose,
	days,
	fillIn,
	open,
	operator,
	pays,
	press,
	reactivates,
	sandbox,
	see,
	settle,
} from "./steps.ts";
import type { Customer, Step, Story } from "./story.ts";

const TAB = "/admin?tab=subscription";
const DATA = `${TAB}&section=data`;
const INVOICES = "/account?section=invoices";
const REFUND = "billing/subscriptions/operator/guarantee.command.js";
const AT_END =
	"Your €79.91 credit stays for later invoices. If you don't subscribe again, write to us and we refund it to your card.";

/** Yearly Basic, then monthly Pro: the unused year is credit. */
const withCredit = [pays("basic", "yearly"), changesTo("pro", "monthly")];
const guarantee = operator(REFUND, "--user", "{email}", "--yes");
const refundsCredit = operator(REFUND, "--user", "{email}", "--credit", "--yes");
const ends = [cancels, days(32)];

/** An operator's command that is refused; the sentence is read in what it says. */
function refused(step: Step): Step {
	return async (customer) => {
		const error = await step(customer).then(
			() => null,
			(reason: { stderr: string }) => reason,
		);
		customer.answer = error?.stderr ?? "It was not refused.";
	};
}

/** Pays for a plan after an earlier one has ended. */
function paysAgain(planId: PlanId): Step {
	return async ({ request }) => {
		const asked = await request.post(API.subscriptions.checkout, { data: { planId } });
		const { url } = (await asked.json()) as { url: string };
		await request.post(url, { form: { card_number: "4242 4242 4242 4242" }, maxRedirects: 0 });
		await until(request, ({ active }) => active);
	};
}

async function firstIntent({ request }: Pick<Customer, "request">): Promise<string> {
	const intents = await listed<{ id: string }>(request, `/v1/payment_intents?customer=${await customerOf(request)}`);
	return intents.at(-1)?.id ?? "";
}

const losesDispute: Step = async (customer) => {
	const { request } = customer;
	const paymentIntent = await firstIntent(customer);
	const { id } = await control<{ id: string }>(request, "dispute", { paymentIntent });
	await control(request, "close-dispute", { dispute: id, outcome: "lost" });
	await settle(customer);
};

/** Deletes the account; then the operator refunds the credit of its first payment. */
const deletesThenRefunds: Step = async (customer) => {
	const intent = await firstIntent(customer);
	const { userSlug } = (await (await customer.request.get(API.auth.user)).json()) as { userSlug: string };
	await expect(await customer.request.delete(API.account.all, { data: { confirm: userSlug } })).toBeOK();
	customer.answer = await customer.app.run(REFUND, "--payment", intent, "--credit", "--yes");
};

/** A coupon that never ends, by a code that is the person's own. */
const paysHalfForGood: Step = async (customer) => {
	const { request, page } = customer;
	const code = `HALF${Date.now()}${Math.floor(Math.random() * 1_000)}`;
	const coupon = await stripe<{ id: string }>(request, "/v1/coupons", { percent_off: "50", duration: "forever" });
	await stripe(request, "/v1/promotion_codes", {
		"promotion[type]": "coupon",
		"promotion[coupon]": coupon.id,
		code,
	});
	for (const step of [be("none"), open("/pricing", "monthly"), choose("Pro"), see("Total due today")])
		await step(customer);
	await page.getByLabel("Promotion code").fill(code);
	for (const step of [
		press("Apply"),
		fillIn({ "Card number": "4242 4242 4242 4242", ...ADDRESS }),
		press("Subscribe"),
	]) {
		await step(customer);
	}
	await see("Payment Successful!")(customer);
};
const ADDRESS = {
	...{ "Name on card": "C. Holder", Country: "ES" },
	...{ Address: "Calle Mayor 5", "Postal code": "28013", City: "Madrid" },
};

const buysTwo: Step = async ({ request }) => {
	const [subscription] = await listed<{ id: string }>(
		request,
		`/v1/subscriptions?customer=${await customerOf(request)}`,
	);
	await control(request, "set-quantity", { subscription: subscription?.id, quantity: 2 });
	await settle({ request });
};

const cannotTakeCredit: Step = async ({ request }) => {
	const match = `POST /v1/customers/${await customerOf(request)}/balance_transactions`;
	await control(request, "faults/add", { match, kind: "status", status: 500 });
};

const onScreens: Story[] = [
	{
		name: "credit: the tab shows it",
		steps: [...withCredit, open(TAB)],
		sentence: "Balance €79.91 credit, used for your next invoices",
		taken: [9990],
	},
	{
		name: "credit: the next renewal is what is left to pay",
		steps: [...withCredit, open(TAB), see("Price at next renewal €0.00"), days(32), open(TAB)],
		sentence: "€59.92 credit, used for your next invoices",
		taken: [9990],
	},
	{
		name: "credit: the cancel dialog says what becomes of it",
		steps: [...withCredit, open(TAB), see("€79.91 credit"), press("Cancel subscription")],
		sentence: AT_END,
	},
	{
		name: "credit: the price of reactivating is what is left to pay",
		steps: [...withCredit, cancels, open(TAB)],
		sentence: `If you reactivate, Pro renews on {end} for €0.00, with your €79.91 credit used first. ${AT_END}`,
	},
	{
		name: "credit: the offer of a dropped change says so, too",
		steps: [...withCredit, changesTo("starter", "monthly"), cancels, reactivates, open(TAB)],
		sentence: "Otherwise your next renewal is €0.00 on {renewal}, with your €79.91 credit used first.",
	},
	{
		name: "credit: after the end the account page shows it",
		steps: [...withCredit, ...ends, open(INVOICES)],
		sentence: `€79.91 credit, used for your next invoices ${AT_END}`,
	},
	{
		name: "credit: the dialog before deleting says what becomes of it",
		steps: [...withCredit, open(DATA), press("Delete account")],
		sentence:
			"Your €79.91 credit came from your payments: write to us, before or after, and we refund it to your card.",
	},
	{
		name: "credit: without any, no dialog names it",
		steps: [pays("pro"), open(TAB), see("Price at next renewal"), open(DATA), press("Delete account")],
		sentence: "Your links stop working everywhere.",
		never: ["€0.00 credit", "your credit"],
	},
	{
		name: "credit: the terms say what becomes of it",
		steps: [open("/terms")],
		sentence: "we refund the credit that came from your payments to the card that paid.",
	},
];

const refunds: Story[] = [
	{
		name: "credit: after the end it is refunded to the card",
		steps: [...withCredit, ...ends, refundsCredit],
		sentence: "refunded credit 79.91 eur",
	},
	{
		name: "credit: a look changes nothing",
		steps: [...withCredit, ...ends, operator(REFUND, "--user", "{email}", "--credit", "--dry-run")],
		sentence: "to refund credit 79.91 eur",
		never: ["refunded"],
	},
	{
		name: "credit: refunded once",
		steps: [...withCredit, ...ends, refundsCredit, refundsCredit],
		sentence: "Nothing is left to do.",
	},
	{
		name: "credit: once refunded, the account page shows none",
		steps: [...withCredit, ...ends, refundsCredit, settle, open(INVOICES)],
		sentence: "View and download all invoices at Stripe.",
		never: ["credit"],
	},
	{
		name: "credit: not refunded while invoices use it",
		steps: [...withCredit, refused(refundsCredit)],
		sentence: "has a subscription that renews: its next invoices use the credit.",
	},
	{
		name: "credit: refunded after the account was deleted",
		steps: [...withCredit, deletesThenRefunds],
		sentence: "refunded credit 79.91 eur",
	},
];

const paidBack: Story[] = [
	{
		name: "guarantee with credit: what would be taken is shown first",
		steps: [...withCredit, operator(REFUND, "--user", "{email}", "--dry-run")],
		sentence: "to take credit 79.91 eur",
		never: ["took"],
	},
	{
		name: "guarantee with credit: it goes with the payment",
		steps: [...withCredit, guarantee],
		sentence: "took credit 79.91 eur",
	},
	{
		name: "guarantee with credit: afterwards each month is paid",
		steps: [...withCredit, guarantee, settle, paysAgain("starter"), days(100), open(TAB)],
		sentence: "Starter Active",
		taken: [9990, 499, 499, 499, 499],
	},
	{
		name: "guarantee with credit: again there is nothing to do",
		steps: [...withCredit, guarantee, guarantee],
		sentence: "Nothing is left to do.",
	},
	{
		name: "guarantee with credit: a chain of changes leaves none",
		steps: [...withCredit, changesTo("enterprise", "monthly"), guarantee],
		sentence: "took credit 49.91 eur",
		taken: [9990],
	},
	{
		name: "guarantee with credit: after a failure before the credit it goes on",
		steps: [...withCredit, cannotTakeCredit, refused(guarantee), sandbox("faults/clear"), guarantee],
		sentence: "took credit 79.91 eur",
		never: ["refunded"],
		isAlone: true,
	},
	{
		name: "dispute with credit: a lost one takes it",
		steps: [...withCredit, losesDispute, open(INVOICES)],
		sentence: "View and download all invoices at Stripe.",
		never: ["credit"],
	},
];

const renewals: Story[] = [
	{
		name: "next renewal: a coupon for good is in its price",
		steps: [paysHalfForGood, open(TAB), see("Price at next renewal €9.99"), days(32), open(TAB)],
		sentence: "Price at next renewal €9.99",
		taken: [999, 999],
	},
	{
		name: "next renewal: a coupon for good is in the price of reactivating",
		steps: [paysHalfForGood, cancels, open(TAB)],
		sentence: "If you reactivate, Pro renews on {end} for €9.99.",
	},
	{
		name: "next renewal: several at once are in its price",
		steps: [pays("pro"), buysTwo, open(TAB), see("Price at next renewal €39.98"), days(32), open(TAB)],
		sentence: "Price at next renewal €39.98",
		taken: [1999, 3998],
	},
	{
		name: "next renewal: several at once are in the price of reactivating",
		steps: [pays("pro"), buysTwo, cancels, open(TAB)],
		sentence: "If you reactivate, Pro renews on {end} for €39.98.",
	},
];

export const creditStories: Story[] = [...onScreens, ...refunds, ...paidBack, ...renewals];
