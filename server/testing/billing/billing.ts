import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { createStripeClient } from "#server/billing/subscriptions/stripe/stripe-client.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { users } from "#shared/account/auth/users.table.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import { stripeEvents } from "#shared/billing/subscriptions/stripe-events.table.ts";
import type { ActiveSubscription, PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Browser } from "../app/browser.ts";
import { startTestApp, type TestApp, until } from "../app/test-app.ts";
import { startStripeProxy } from "./stripe-proxy.ts";

/** Stripe's test cards. Source: docs.stripe.com/testing. */
export const CARDS = {
	ok: "4242 4242 4242 4242",
	portuguese: "4000 0062 0000 0007",
	declined: "4000 0000 0000 0002",
	/** Asks for 3-D Secure. */
	authenticate: "4000 0025 0000 3155",
	/** Asks for 3-D Secure at every payment. */
	authenticateAlways: "4000 0027 6000 3184",
	/** Pays once; every renewal is declined. */
	declinedLater: "4000 0000 0000 0341",
} as const;

type BillingAppOptions = Omit<Parameters<typeof startTestApp>[0] & object, "deps"> & {
	/** For tests of a Stripe that does not answer: all others wait as long as a slow machine needs. */
	deadlines?: Partial<Deadlines>;
};

/** A test app whose calls to Stripe go through a proxy that can break. */
export async function startBillingApp({ deadlines = {}, ...options }: BillingAppOptions = {}) {
	const proxy = await startStripeProxy();
	const app = await startTestApp({
		...options,
		deps: ({ config }) => {
			proxy.forwardTo(config.http.port);
			const stripe = createStripeClient({ ...config.stripe, port: proxy.port });
			return { stripe, deadlines: { ...config.deadlines, ...deadlines } };
		},
	});
	const direct = createStripeClient(app.deps.config.stripe);
	return {
		...app,
		proxy,
		/** Stripe's truth, past the proxy. */
		stripe: direct,
		async close() {
			proxy.breakWith(null);
			await app.close();
			await proxy.close();
		},
	};
}
export type BillingApp = Awaited<ReturnType<typeof startBillingApp>>;

/** Asks for a plan's page. */
export function subscribeTo(person: Browser, planId: PlanId, isAnnual = false): Promise<Response> {
	return person.post(API.subscriptions.checkout, { planId, isAnnual });
}

export async function pageFor(person: Browser, planId: PlanId, isAnnual = false): Promise<string> {
	return pageIn(await subscribeTo(person, planId, isAnnual));
}

type Offer = { planId: PlanId; isAnnual?: boolean };

/** What our dialog for another plan sends, with the amount that it names. Without one, a click fails as if Stripe were away. */
export async function wishFor(person: Browser, { planId, isAnnual = false }: Offer): Promise<Record<string, unknown>> {
	const answer = await person.get(`${API.subscriptions.preview}?planId=${planId}&isAnnual=${isAnnual}`);
	if (!answer.ok) throw new Error(`No preview: ${answer.status}`);
	const { effect, amounts, takesBack } = (await answer.json()) as PlanChangePreview;
	if (effect === "now" && !amounts) throw new Error("No amount: 502");
	const agreed = effect === "now" && { amount: amounts?.today, prorationDate: amounts?.prorationDate };
	return { planId, isAnnual, confirmed: true, takeBack: takesBack !== null, ...(agreed && { agreed }) };
}

/** Changes to another plan, having confirmed what our dialog says. @returns where the browser goes */
export async function changePlan(person: Browser, offer: Offer): Promise<string> {
	return pageIn(await person.post(API.subscriptions.checkout, await wishFor(person, offer)));
}

export async function pageIn(answer: Response): Promise<string> {
	const { url } = (await answer.json()) as { url: string };
	if (!url) throw new Error(`No page: ${answer.status}`);
	return url;
}

/** Fills in a page of the sandbox. */
export function submit(person: Browser, url: string, fields: Record<string, string>): Promise<Response> {
	return person.post(url, new URLSearchParams(fields));
}

export async function activeOf(person: Browser): Promise<ActiveSubscription> {
	const answer = await person.get(API.subscriptions.active);
	return (await answer.json()) as ActiveSubscription;
}

/** The user behind an e-mail address. */
export async function userOf(app: TestApp, email: string) {
	const [user] = await app.deps.db.select().from(users).where(eq(users.email, email));
	if (!user) throw new Error(`Nobody is ${email}`);
	return user;
}

/** What our rows say about one user, without what time alone changes. */
export async function rowsOf(app: TestApp, userId: string) {
	const { db } = app.deps;
	const subs = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
	const paid = await db.select().from(payments).where(eq(payments.userId, userId));
	return {
		subscriptions: subs
			.map(({ id: _id, updatedAt: _updatedAt, ...row }) => row)
			.sort((a, b) => a.stripeSubscriptionId.localeCompare(b.stripeSubscriptionId)),
		payments: paid
			.map(({ id: _id, ...row }) => row)
			.sort((a, b) => a.stripePaymentIntentId.localeCompare(b.stripePaymentIntentId)),
	};
}

/** Resolves when the sandbox has delivered everything and the inbox has worked it off. */
export async function settled(app: TestApp, limitMs = SETTLED_MS): Promise<void> {
	await app.sandbox?.webhooks.idle();
	await until(async () => {
		const waiting = await app.deps.pool.query("SELECT 1 FROM stripe_events WHERE processed_at IS NULL LIMIT 1");
		return waiting.rowCount === 0;
	}, limitMs);
}

/** A call that was under way when a proxy stopped answering gives up after three tries of eight seconds. */
const SETTLED_MS = 40_000;

type Delivery = { secret?: string; timestamp?: number; origin?: string };

/** Posts an event to the webhook as Stripe does. */
export function deliver(
	app: TestApp,
	event: object | string,
	{ secret = app.deps.config.stripe.webhookSecrets[0] ?? "", timestamp, origin = app.origin }: Delivery = {},
): Promise<Response> {
	const payload = typeof event === "string" ? event : JSON.stringify(event, null, 2);
	const signature = app.deps.stripe.webhooks.generateTestHeaderString({
		payload,
		secret,
		...(timestamp !== undefined && { timestamp }),
	});
	return fetch(new URL(API.stripeWebhook, origin), {
		method: "POST",
		headers: { "content-type": "application/json", "stripe-signature": signature },
		body: payload,
	});
}

/** An event as any API version sends it: nothing but its ids matters. */
export function eventAbout(customer: string | null, change: Partial<Stripe.Event> = {}): object {
	return {
		id: `evt_${Math.random().toString(36).slice(2)}`,
		object: "event",
		api_version: "2020-08-27",
		type: "customer.subscription.updated",
		created: Math.floor(Date.now() / 1000),
		livemode: false,
		data: { object: { id: "sub_1", object: "subscription", customer } },
		...change,
	};
}

/** How many events wait or were worked off. */
export function countEvents(app: TestApp): Promise<number> {
	return app.deps.db.$count(stripeEvents);
}
