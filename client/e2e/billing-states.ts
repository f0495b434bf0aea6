import { type APIRequestContext, expect } from "@playwright/test";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";
import { becomePerson } from "./person.ts";
import { CARDS, control, customerOf, listed, stripe, until } from "./stripe-sandbox.ts";

/** What someone can be to billing, and how they become it. */
export const BILLING_STATES = {
	none: (request: APIRequestContext) => becomePerson(request, { hasConsent: true }),
	monthly: (request: APIRequestContext) => becomePerson(request, { plan: "pro" }),
	yearly: (request: APIRequestContext) => becomePerson(request, { plan: "pro", isAnnual: true }),
	enterprise: (request: APIRequestContext) => becomePerson(request, { plan: "enterprise", isAnnual: true }),
	canceling: async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await expect(await request.post(API.subscriptions.cancel)).toBeOK();
	},
	"planned-change": async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro", isAnnual: true });
		await planChange(request, "starter");
	},
	"dropped-change": async (request: APIRequestContext) => {
		await BILLING_STATES["planned-change"](request);
		for (const call of [API.subscriptions.cancel, API.subscriptions.reactivate]) {
			await expect(await request.post(call)).toBeOK();
		}
	},
	"ends-later": async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await endLater(request);
	},
	"past-due": async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await failRenewal(request, 32);
	},
	unpaid: async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await control(request, "after-retries", { choice: "unpaid" });
		await failRenewal(request, 50);
		await control(request, "after-retries", { choice: "cancel" });
	},
	trialing: async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await control(request, "trial", { subscription: await subscriptionOf(request), days: 14 });
		await until(request, ({ standing }) => standing === "trialing");
	},
	paused: async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await control(request, "pause", { subscription: await subscriptionOf(request), what: "collection" });
		await until(request, ({ standing }) => standing === "paused");
	},
	"paused-plan": async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await control(request, "pause", { subscription: await subscriptionOf(request), what: "subscription" });
		await until(request, ({ standing }) => standing === "paused");
	},
	/** In the hour between its renewal and the charge. */
	renewing: async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await renew(request);
	},
	"two-subscriptions": async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await subscribeByHand(request, "starter");
	},
	"second-past-due": async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await subscribeByHand(request, "starter", CARDS.declinedLater);
		await control(request, "advance", { customer: await customerOf(request), days: 32 });
		await until(request, ({ alsoPaying }) => alsoPaying.some(({ paymentFailed }) => paymentFailed));
	},
	lapsed: async (request: APIRequestContext) => {
		await becomePerson(request, { plan: "pro" });
		await lapse(request);
	},
};

/** The newest subscription of the person who is signed in, at Stripe. */
export async function subscriptionOf(request: APIRequestContext): Promise<string> {
	const [newest] = await listed<{ id: string }>(request, `/v1/subscriptions?customer=${await customerOf(request)}`);
	if (!newest) throw new Error("There is no subscription.");
	return newest.id;
}

/** Stops half an hour after the paid period's end. */
async function renew(request: APIRequestContext): Promise<void> {
	const customer = await customerOf(request);
	type Periods = { created: number; items: { data: { current_period_end: number; current_period_start: number }[] } };
	const [subscription] = await listed<Periods>(request, `/v1/subscriptions?customer=${customer}`);
	const { current_period_end: end = 0, current_period_start: start = 0 } = subscription?.items.data[0] ?? {};
	await control(request, "advance", { customer, seconds: end - start + 1_800 });
	await until(request, (answer) => Boolean(answer.subscription?.chargeDue));
}

/** Cancels the subscription and lets its period end. */
export async function lapse(request: APIRequestContext): Promise<void> {
	await expect(await request.post(API.subscriptions.cancel)).toBeOK();
	await control(request, "advance", { customer: await customerOf(request), days: 32 });
	await until(request, ({ active }) => !active);
}

/** Plans a change to a lower plan, yearly. */
async function planChange(request: APIRequestContext, planId: PlanId): Promise<void> {
	const asked = await request.post(API.subscriptions.checkout, { data: { planId, isAnnual: true, confirmed: true } });
	await expect(asked).toBeOK();
	await request.get(`${API.subscriptions.active}?session_id=`);
	await until(request, ({ subscription }) => Boolean(subscription?.plannedChange));
}

/** What an operator may do at Stripe: an end that is 100 days away. */
async function endLater(request: APIRequestContext): Promise<void> {
	const [subscription] = await listed<{ id: string; created: number }>(
		request,
		`/v1/subscriptions?customer=${await customerOf(request)}`,
	);
	if (!subscription) throw new Error("There is no subscription.");
	const cancelAt = subscription.created + 100 * 86_400;
	await stripe(request, `/v1/subscriptions/${subscription.id}`, { cancel_at: String(cancelAt) });
	await until(request, (answer) => Boolean(answer.subscription?.endsAt));
}

async function failRenewal(request: APIRequestContext, days: number): Promise<void> {
	const customer = await customerOf(request);
	await control(request, "set-card", { customer, cardNumber: CARDS.declinedLater });
	await control(request, "advance", { customer, days });
	await until(request, ({ paymentFailed }) => paymentFailed);
}

/** What an operator may have made at Stripe: past everything that the product knows. */
export async function subscribeByHand(
	request: APIRequestContext,
	planId: PlanId,
	cardNumber: string = CARDS.ok,
): Promise<void> {
	const [price] = await listed<{ id: string }>(request, `/v1/prices?lookup_keys[]=${planId}_monthly`);
	const { url } = await stripe<{ url: string }>(request, "/v1/checkout/sessions", {
		mode: "subscription",
		customer: await customerOf(request),
		"line_items[0][price]": price?.id ?? "",
		"line_items[0][quantity]": "1",
		success_url: "https://example.com/",
	});
	const paid = await request.post(url, { form: { card_number: cardNumber }, maxRedirects: 0 });
	expect(paid.status()).toBe(303);
	await until(request, ({ alsoPaying }) => alsoPaying.length > 0);
}
