import type Stripe from "stripe";
import { API } from "#shared/api-paths.ts";
import type { PlanId } from "#shared/plans/plan.ts";
import { type BillingApp, CARDS, pageFor, submit, userOf } from "./billing.ts";
import type { Browser } from "./browser.ts";

/** One customer in the middle of a story. */
export type Story = { app: BillingApp; person: Browser; email: string };
type Step = (story: Story) => Promise<unknown>;

/** The stories that billing is made of, as the steps of a customer, the operator or the bank. */
export const SEQUENCES: Record<string, Step[]> = {
	"first payment": [buy("pro", CARDS.ok)],
	"3-D Secure": [buy("pro", CARDS.authenticate), confirmOnCheckout("complete")],
	"3-D Secure refused, then another card": [
		buy("pro", CARDS.authenticate),
		confirmOnCheckout("fail"),
		buy("pro", CARDS.ok),
	],
	"decline, then pay": [buy("basic", CARDS.declined), buy("basic", CARDS.ok)],
	renewal: [buy("pro", CARDS.ok), later(32)],
	"failed renewal and recovery": [
		buy("pro", CARDS.ok),
		card(CARDS.declinedLater),
		later(32),
		card(CARDS.ok),
		later(10),
	],
	"failed renewal to the end": [buy("pro", CARDS.ok), card(CARDS.declinedLater), later(75)],
	upgrade: [buy("basic", CARDS.ok), changeTo("pro")],
	downgrade: [buy("pro", CARDS.ok), changeTo("basic"), later(32)],
	"cancel to the end": [buy("pro", CARDS.ok), call(API.subscriptions.cancel), later(32)],
	reactivate: [buy("pro", CARDS.ok), call(API.subscriptions.cancel), call(API.subscriptions.reactivate)],
	"cancel in the portal, reactivate here": [buy("pro", CARDS.ok), cancelInPortal, call(API.subscriptions.reactivate)],
	refund: [buy("pro", CARDS.ok), refund(500), refund()],
	"dispute won": [buy("pro", CARDS.ok), dispute("won")],
	"dispute lost": [buy("pro", CARDS.ok), dispute("lost")],
};

/** Asks for the plan's page and pays there. */
function buy(plan: PlanId, cardNumber: string): Step {
	return async ({ person }) => submit(person, await pageFor(person, plan), { card_number: cardNumber });
}

function confirmOnCheckout(action: "complete" | "fail"): Step {
	return async ({ person }) => submit(person, await pageFor(person, "pro"), { action });
}

/** Confirms another plan on the portal's page. */
export function changeTo(plan: PlanId, isAnnual = false): Step {
	return async ({ person }) => submit(person, await pageFor(person, plan, isAnnual), { action: "confirm" });
}

/** Lets the customer live through some days. */
function later(days: number): Step {
	return async (story) => story.app.sandbox?.advance({ customer: await customerOf(story), days });
}

function card(cardNumber: string): Step {
	return async (story) => story.app.sandbox?.setCard({ customer: await customerOf(story), cardNumber });
}

function call(path: string): Step {
	return ({ person }) => person.post(path);
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
	const { data } = await story.app.stripe.charges.list({ customer: await customerOf(story) });
	return String(data[0]?.payment_intent);
}
