import { type APIRequestContext, expect } from "@playwright/test";
import { API } from "#shared/api-paths.ts";
import type { PlanId } from "#shared/plans/plan.ts";
import type { ActiveSubscription } from "#shared/subscriptions/subscription.ts";
import { becomePerson } from "./person.ts";

/** Any key of this form is the sandbox's. */
const STRIPE = { authorization: "Bearer sk_test_sandbox" };
const CARD_WHOSE_RENEWALS_FAIL = "4000 0000 0000 0341";

/** What somebody can be to billing, and how they become it. */
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
	"past-due": async (request: APIRequestContext) => {
		const { email } = await becomePerson(request, { plan: "pro" });
		await failRenewal(request, email, 32);
	},
	unpaid: async (request: APIRequestContext) => {
		const { email } = await becomePerson(request, { plan: "pro" });
		await control(request, "after-retries", { choice: "unpaid" });
		await failRenewal(request, email, 50);
		await control(request, "after-retries", { choice: "cancel" });
	},
	"two-subscriptions": async (request: APIRequestContext) => {
		const { email } = await becomePerson(request, { plan: "pro" });
		await subscribeByHand(request, email, "starter");
	},
	lapsed: async (request: APIRequestContext) => {
		const { email } = await becomePerson(request, { plan: "pro" });
		await lapse(request, email);
	},
};

/** Cancels the subscription and lets its period end. */
export async function lapse(request: APIRequestContext, email: string): Promise<void> {
	await expect(await request.post(API.subscriptions.cancel)).toBeOK();
	await control(request, "advance", { customer: await customerOf(request, email), days: 32 });
	await until(request, ({ active }) => !active);
}

/** Plans a change to a lower plan, yearly. */
async function planChange(request: APIRequestContext, planId: PlanId): Promise<void> {
	const asked = await request.post(API.subscriptions.checkout, { data: { planId, isAnnual: true, confirmed: true } });
	await expect(asked).toBeOK();
	await request.get(`${API.subscriptions.active}?session_id=`);
	await until(request, ({ subscription }) => Boolean(subscription?.plannedChange));
}

async function failRenewal(request: APIRequestContext, email: string, days: number): Promise<void> {
	const customer = await customerOf(request, email);
	await control(request, "set-card", { customer, cardNumber: CARD_WHOSE_RENEWALS_FAIL });
	await control(request, "advance", { customer, days });
	await until(request, ({ paymentFailed }) => paymentFailed);
}

/** What an operator may have made at Stripe: past everything that the product knows. */
async function subscribeByHand(request: APIRequestContext, email: string, planId: PlanId): Promise<void> {
	const [price] = await listed<{ id: string }>(request, `/v1/prices?lookup_keys[]=${planId}_monthly`);
	const made = await request.post("/v1/checkout/sessions", {
		headers: STRIPE,
		form: {
			mode: "subscription",
			customer: await customerOf(request, email),
			"line_items[0][price]": price?.id ?? "",
			"line_items[0][quantity]": "1",
			success_url: "https://example.com/",
		},
	});
	await expect(made).toBeOK();
	const { url } = (await made.json()) as { url: string };
	const paid = await request.post(url, { form: { card_number: "4242 4242 4242 4242" }, maxRedirects: 0 });
	expect(paid.status()).toBe(303);
	await until(request, ({ alsoPaying }) => alsoPaying.length > 0);
}

/** Whoever has paid is found by the page that they paid on. */
async function customerOf(request: APIRequestContext, email: string): Promise<string> {
	const pages = await listed<{ customer: string; customer_details: { email: string | null } | null }>(
		request,
		"/v1/checkout/sessions?status=complete&limit=100",
	);
	const page = pages.find(({ customer_details: details }) => details?.email === email);
	if (!page) throw new Error(`${email} has paid nothing.`);
	return page.customer;
}

/** A list of Stripe's. */
async function listed<T>(request: APIRequestContext, address: string): Promise<T[]> {
	const found = await request.get(address, { headers: STRIPE });
	await expect(found).toBeOK();
	return ((await found.json()) as { data: T[] }).data;
}

export async function control(request: APIRequestContext, name: string, data: object): Promise<void> {
	await expect(await request.post(`/sandbox/control/${name}`, { data })).toBeOK();
}

async function until(request: APIRequestContext, isSo: (answer: ActiveSubscription) => boolean): Promise<void> {
	await expect
		.poll(async () => isSo((await (await request.get(API.subscriptions.active)).json()) as ActiveSubscription), {
			timeout: 30_000,
		})
		.toBe(true);
}
