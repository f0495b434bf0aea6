import type Stripe from "stripe";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Browser } from "../app/browser.ts";
import { type BillingApp, CARDS, changePlan, pageFor, submit, userOf } from "./billing.ts";
import type { truthOf } from "./billing-truth.ts";

/** One customer in the middle of a story. */
export type Story = { app: BillingApp; person: Browser; email: string };
type Step = (story: Story) => Promise<unknown>;

/** What happens, and what is so afterwards in the words of {@link summaryOf}. */
type Sequence = { steps: Step[]; ends: string };

/** The stories that billing is made of, as the steps of a customer, the operator or the bank. */
export const SEQUENCES: Record<string, Sequence> = {
	"first payment": { steps: [buy("pro", CARDS.ok)], ends: "pro_monthly active: succeeded" },
	"3-D Secure": {
		steps: [buy("pro", CARDS.authenticate), confirmOnCheckout("complete")],
		ends: "pro_monthly active: succeeded",
	},
	"3-D Secure refused, then another card": {
		steps: [buy("pro", CARDS.authenticate), confirmOnCheckout("fail"), buy("pro", CARDS.ok)],
		ends: "pro_monthly active: succeeded",
	},
	"decline, then pay": {
		steps: [buy("basic", CARDS.declined), buy("basic", CARDS.ok)],
		ends: "basic_monthly active: succeeded",
	},
	renewal: { steps: [buy("pro", CARDS.ok), later(32)], ends: "pro_monthly active: succeeded, succeeded" },
	"failed renewal and recovery": {
		steps: [buy("pro", CARDS.ok), card(CARDS.declinedLater), later(32), card(CARDS.ok), later(10)],
		ends: "pro_monthly active: succeeded, succeeded",
	},
	"failed renewal to the end": {
		steps: [buy("pro", CARDS.ok), card(CARDS.declinedLater), later(75)],
		ends: "pro_monthly canceled: canceled, succeeded",
	},
	upgrade: { steps: [buy("basic", CARDS.ok), changeTo("pro")], ends: "pro_monthly active: succeeded, succeeded" },
	downgrade: {
		steps: [buy("pro", CARDS.ok), changeTo("basic"), later(32)],
		ends: "basic_monthly active: succeeded, succeeded",
	},
	"cancel to the end": {
		steps: [buy("pro", CARDS.ok), call(API.subscriptions.cancel), later(32)],
		ends: "pro_monthly canceled (ends): succeeded",
	},
	reactivate: {
		steps: [buy("pro", CARDS.ok), call(API.subscriptions.cancel), call(API.subscriptions.reactivate)],
		ends: "pro_monthly active: succeeded",
	},
	"cancel in the portal, reactivate here": {
		steps: [buy("pro", CARDS.ok), cancelInPortal, call(API.subscriptions.reactivate)],
		ends: "pro_monthly active: succeeded",
	},
	refund: { steps: [buy("pro", CARDS.ok), refund(500), refund()], ends: "pro_monthly active: refunded" },
	"dispute won": { steps: [buy("pro", CARDS.ok), dispute("won")], ends: "pro_monthly active: succeeded" },
	"dispute lost": { steps: [buy("pro", CARDS.ok), dispute("lost")], ends: "pro_monthly canceled: lost" },
};

/** Signs someone up and lets them live through a story. */
export async function liveThrough(app: BillingApp, name: string, email: string): Promise<Story> {
	const story = { app, email, person: await app.signedIn({ email }) };
	for (const step of sequence(name).steps) await step(story);
	return story;
}

export function sequence(name: string): Sequence {
	const found = SEQUENCES[name];
	if (!found) throw new Error(`No story is called ${name}`);
	return found;
}

/** Such as "pro_monthly active: succeeded, refunded". */
export function summaryOf({ subscriptions, payments }: Awaited<ReturnType<typeof truthOf>>): string {
	const plans = subscriptions.map(({ price, status, ends }) => `${price} ${status}${ends ? " (ends)" : ""}`);
	return `${plans.sort().join(", ")}: ${payments
		.map(({ status }) => status)
		.sort()
		.join(", ")}`;
}

/** Asks for the plan's page and pays there. */
function buy(plan: PlanId, cardNumber: string): Step {
	return async ({ person }) =>
		submit(person, await patiently(() => pageFor(person, plan)), { card_number: cardNumber });
}

function confirmOnCheckout(action: "complete" | "fail"): Step {
	return async ({ person }) => submit(person, await patiently(() => pageFor(person, "pro")), { action });
}

/** Changes to another plan, as our dialog says. One whose answer was lost is done: then there is nothing to preview. */
export function changeTo(plan: PlanId, isAnnual = false): Step {
	return async ({ person }) => {
		// The screen after a payment has asked Stripe, whose events may be lost.
		await person.get(`${API.subscriptions.active}?session_id=`);
		await patiently(() => changePlan(person, { planId: plan, isAnnual })).catch((error: unknown) => {
			if (!String(error).endsWith("No preview: 409")) throw error;
		});
	};
}

/** Lets the customer live through some days. */
function later(days: number): Step {
	return async (story) => story.app.sandbox?.advance({ customer: await customerOf(story), days });
}

function card(cardNumber: string): Step {
	return async (story) => story.app.sandbox?.setCard({ customer: await customerOf(story), cardNumber });
}

function call(path: string): Step {
	return ({ person }) =>
		patiently(async () => {
			const answer = await person.post(path);
			if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
		});
}

/** In a storm Stripe may be too slow for a click (502), which is then made again, as the message says. */
async function patiently<T>(click: () => Promise<T>): Promise<T> {
	for (let time = 1; time < 5; time++) {
		try {
			return await click();
		} catch (error) {
			if (!String(error).endsWith(" 502")) throw error;
		}
	}
	return click();
}

async function cancelInPortal(story: Story): Promise<void> {
	await story.app.sandbox?.cancelInPortal({ subscription: (await newestSubscription(story)).id });
}

function refund(amount?: number): Step {
	return async (story) =>
		story.app.stripe.refunds.create({
			payment_intent: await paymentOf(story),
			...(amount !== undefined && { amount }),
		});
}

function dispute(outcome: "won" | "lost"): Step {
	return async (story) => {
		const opened = await story.app.sandbox?.dispute({ paymentIntent: await paymentOf(story) });
		await story.app.sandbox?.closeDispute({ dispute: opened?.id ?? "", outcome });
	};
}

export async function customerOf({ app, email }: Story): Promise<string> {
	return (await userOf(app, email)).stripeCustomerId ?? "";
}

export async function newestSubscription(story: Story): Promise<Stripe.Subscription> {
	const { data } = await story.app.stripe.subscriptions.list({ customer: await customerOf(story), status: "all" });
	const [newest] = data;
	if (!newest) throw new Error(`${story.email} has no subscription`);
	return newest;
}

/** The payment intent of the newest payment. */
export async function paymentOf(story: Story): Promise<string> {
	const [newest] = story.app.sandbox?.kept.charges(await customerOf(story)) ?? [];
	return String(newest?.payment_intent);
}
