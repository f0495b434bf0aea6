import { expect, vi } from "vitest";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import { browser } from "./network.ts";
import { becomePerson } from "./person.ts";

/** Any key of this form is the sandbox's. */
const STRIPE = { headers: { authorization: "Bearer sk_test_sandbox" } };
/** Stripe's test cards. Source: docs.stripe.com/testing. */
export const CARDS = { ok: "4242 4242 4242 4242", declinedLater: "4000 0000 0000 0341" } as const;
const PATIENCE = { timeout: 60_000, interval: 20 };

/** What a person can be to billing, and how they become it, by HTTP alone. */
export const BILLING_STATES = {
	monthly: () => becomePerson({ plan: "pro" }),
	canceling: async () => {
		await becomePerson({ plan: "pro" });
		await postOk(API.subscriptions.cancel);
	},
	"planned-change": async () => {
		await becomePerson({ plan: "pro", isAnnual: true });
		await postOk(API.subscriptions.checkout, { planId: "starter", isAnnual: true, confirmed: true });
		await browser().get(`${API.subscriptions.active}?session_id=`);
		await until(({ subscription }) => Boolean(subscription?.plannedChange));
	},
	"past-due": async () => {
		await becomePerson({ plan: "pro" });
		await failRenewal(32);
	},
	unpaid: async () => {
		await becomePerson({ plan: "pro" });
		await control("after-retries", { choice: "unpaid" });
		await failRenewal(50);
		await control("after-retries", { choice: "cancel" });
	},
	"two-subscriptions": async () => {
		await becomePerson({ plan: "pro" });
		await subscribeByHand("starter");
	},
};

/** Cancels the person's subscription and lets its period end. */
export async function lapse(): Promise<void> {
	await postOk(API.subscriptions.cancel);
	await control("advance", { customer: await customer(), days: 32 });
	await until(({ active }) => !active);
}

/** What `GET /api/subscriptions/active` answers. */
export async function activeSubscription(): Promise<ActiveSubscription> {
	return (await (await browser().get(API.subscriptions.active)).json()) as ActiveSubscription;
}

/** Pays on a page of Stripe's, or leaves a card there, as its form does. @returns where Stripe leads to */
export async function submitCard(page: string): Promise<string | null> {
	const answer = await browser().post(page, new URLSearchParams({ card_number: CARDS.ok }));
	expect([200, 303]).toContain(answer.status);
	return answer.headers.get("location");
}

/** Runs `look` while no event of Stripe's arrives. */
export async function withoutEvents(look: () => Promise<void>): Promise<void> {
	await control("webhooks/pause", {});
	try {
		await look();
	} finally {
		await control("webhooks/resume", {});
	}
}

async function control(name: string, data: Record<string, unknown>): Promise<void> {
	await postOk(`/sandbox/control/${name}`, data);
}

async function postOk(path: string, body?: Record<string, unknown>): Promise<void> {
	const answer = await browser().post(path, body);
	if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

/** Waits until the product knows what has happened at Stripe. */
async function until(isSo: (answer: ActiveSubscription) => boolean): Promise<void> {
	await vi.waitFor(async () => expect(isSo(await activeSubscription())).toBe(true), PATIENCE);
}

async function listed<T>(path: string): Promise<T[]> {
	return ((await (await browser().get(path, STRIPE)).json()) as { data: T[] }).data;
}

/** Stripe's customer of the person: they are found by a page that they paid on. */
async function customer(): Promise<string> {
	const { email } = (await (await browser().get(API.auth.user)).json()) as CurrentUser;
	const pages = await listed<{ customer: string; customer_details: { email: string | null } | null }>(
		"/v1/checkout/sessions?status=complete&limit=100",
	);
	const page = pages.find(({ customer_details: details }) => details?.email === email);
	if (!page) throw new Error(`${email} has paid nothing.`);
	return page.customer;
}

async function failRenewal(days: number): Promise<void> {
	const id = await customer();
	await control("set-card", { customer: id, cardNumber: CARDS.declinedLater });
	await control("advance", { customer: id, days });
	await until(({ paymentFailed }) => paymentFailed);
}

/** What an operator may have made at Stripe: the product knows nothing of it. */
async function subscribeByHand(planId: PlanId): Promise<void> {
	const [price] = await listed<{ id: string }>(`/v1/prices?lookup_keys[]=${planId}_monthly`);
	const checkout = {
		mode: "subscription",
		customer: await customer(),
		"line_items[0][price]": price?.id ?? "",
		"line_items[0][quantity]": "1",
		success_url: "https://example.com/",
	};
	const answer = await browser().post("/v1/checkout/sessions", new URLSearchParams(checkout), STRIPE);
	await submitCard(((await answer.json()) as { url: string }).url);
	await until(({ alsoPaying }) => alsoPaying.length > 0);
}
