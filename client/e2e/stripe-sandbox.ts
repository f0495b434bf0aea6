import { type APIRequestContext, expect } from "@playwright/test";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Any key of this form is the sandbox's. */
const STRIPE = { authorization: "Bearer sk_test_sandbox" };

/** Stripe's test cards. Source: docs.stripe.com/testing. */
export const CARDS = {
	ok: "4242 4242 4242 4242",
	declined: "4000 0000 0000 0002",
	/** Asks for 3-D Secure at every payment. */
	authenticate: "4000 0027 6000 3184",
	/** Pays once; every renewal is declined. */
	declinedLater: "4000 0000 0000 0341",
} as const;

/** Moves time or breaks something at the sandbox (docs/sandbox.md). */
export async function control<T = unknown>(request: APIRequestContext, name: string, data: object): Promise<T> {
	const answer = await request.post(`/sandbox/control/${name}`, { data });
	await expect(answer).toBeOK();
	return (await answer.json()) as T;
}

/** Asks Stripe's API; `form` makes it a change. */
export async function stripe<T>(
	request: APIRequestContext,
	address: string,
	form?: Record<string, string>,
): Promise<T> {
	const options = { headers: STRIPE };
	const answer = form ? await request.post(address, { ...options, form }) : await request.get(address, options);
	await expect(answer).toBeOK();
	return (await answer.json()) as T;
}

/** A list of Stripe's, newest first. */
export async function listed<T>(request: APIRequestContext, address: string): Promise<T[]> {
	return (await stripe<{ data: T[] }>(request, address)).data;
}

/** Stripe's customer of the person who is signed in: they are found by a page that they paid on. */
export async function customerOf(request: APIRequestContext): Promise<string> {
	const { email } = (await (await request.get(API.auth.user)).json()) as CurrentUser;
	const pages = await listed<{ customer: string; customer_details: { email: string | null } | null }>(
		request,
		"/v1/checkout/sessions?status=complete&limit=100",
	);
	const page = pages.find(({ customer_details: details }) => details?.email === email);
	if (!page) throw new Error(`${email} has paid nothing.`);
	return page.customer;
}

/** What `GET /api/subscriptions/active` answers. */
export async function activeOf(request: APIRequestContext): Promise<ActiveSubscription> {
	return (await (await request.get(API.subscriptions.active)).json()) as ActiveSubscription;
}

/** Waits until the product knows what has happened at Stripe. */
export async function until(request: APIRequestContext, isSo: (answer: ActiveSubscription) => boolean): Promise<void> {
	await expect.poll(async () => isSo(await activeOf(request)), { timeout: 30_000 }).toBe(true);
}
