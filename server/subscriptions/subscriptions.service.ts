import { and, eq, gt } from "drizzle-orm";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { AppError } from "#server/http/app-error.ts";
import { within } from "#server/work/within.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import { checkoutAttempts } from "#shared/subscriptions/checkout-attempts.table.ts";
import type { ActiveSubscription, CheckoutRequest, ClientSubscription } from "#shared/subscriptions/subscription.ts";
import { isActive } from "#shared/subscriptions/subscription-status.ts";
import { type Subscription, subscriptions } from "#shared/subscriptions/subscriptions.table.ts";
import type { BillingLock } from "./billing-lock.ts";
import { type Checkout, PaidMeanwhileError } from "./checkout.ts";
import { currentSubscription, isLive } from "./live-subscription.ts";
import type { PlanChange } from "./plan-change.ts";
import type { PlanPrices } from "./plan-prices.ts";
import { presentBeside, presentSubscription } from "./present-subscription.ts";
import { reachStripe } from "./reach-stripe.ts";
import type { StripeCustomers } from "./stripe-customer.ts";
import type { StripeSync } from "./stripe-sync.ts";
import type { SubscriptionDetailsReader } from "./subscription-details.ts";

/** How long after opening a checkout page a missing webhook is worth asking Stripe about. */
const FRESH_CHECKOUT_MS = 24 * 3_600_000;
/** An inline question to Stripe holds a page up for no longer than this, and is asked no more often than every 3 s. */
const INLINE_BUDGET_MS = 2_000;
const INLINE_EVERY_MS = 3_000;

type Options = {
	db: Db;
	now: () => Date;
	log: Logger;
	lock: BillingLock;
	sync: StripeSync;
	prices: PlanPrices;
	customers: StripeCustomers;
	checkout: Checkout;
	planChange: PlanChange;
	details: SubscriptionDetailsReader;
};

export type SubscriptionsService = ReturnType<typeof createSubscriptionsService>;

/** What a person can do about their subscription. Reads come from our rows; every change is made at Stripe first. */
export function createSubscriptionsService(options: Options) {
	const { db, now, log, lock, sync, prices, customers, checkout, planChange, details } = options;
	const askedAt = new Map<string, number>();
	const clicks = new Map<string, Promise<string>>();

	return {
		/** The user's valid subscription (P70), or null. */
		async activeFor(userId: string): Promise<Subscription | null> {
			const current = await currentOf(db, userId);
			return isActive(current, now()) ? current : null;
		},

		/**
		 * The answer of `GET /api/subscriptions/active`. An invalid subscription that still lives at Stripe (such as one
		 * whose renewal failed) is shown with `active: false`; one that has ended is not shown.
		 * After a payment, and while one may have been made, Stripe itself is asked: events may be late, or lost.
		 */
		async clientView(userId: string, { isAfterPayment }: { isAfterPayment: boolean }): Promise<ActiveSubscription> {
			let rows = await rowsOf(db, userId);
			let current = currentSubscription(rows, now());
			const mayBeBehind = isAfterPayment || (!isActive(current, now()) && (await hasFreshCheckout(userId)));
			if (mayBeBehind && (await makeSure(userId))) {
				rows = await rowsOf(db, userId);
				current = currentSubscription(rows, now());
			}
			const isShown = current && isLive(current) && current.status !== "incomplete";
			return {
				active: isActive(current, now()),
				subscription: current && isShown ? presentSubscription(current) : null,
				alsoPaying: rows.filter((row) => row !== current && isActive(row, now())).map(presentBeside),
				paymentFailed: current?.status === "past_due" || current?.status === "unpaid",
			};
		},

		/**
		 * Where the browser goes to get a plan: Stripe's checkout for a new subscriber, the portal's confirm page for a
		 * subscriber. Clicked twice, it answers the same page.
		 * @throws AppError `conflict` for the plan and interval the user already has, `upstream` when Stripe is away
		 */
		subscribe(userId: string, request: CheckoutRequest): Promise<string> {
			const click = JSON.stringify([userId, request]);
			const same = clicks.get(click);
			if (same) return same;
			const answer = reachStripe(() => lock.hold(userId, (tx) => findPage(tx, userId, request)));
			clicks.set(click, answer);
			return answer.finally(() => clicks.delete(click));
		},

		/**
		 * Lets the subscription end with its period.
		 * @throws AppError `not_found` without a subscription, `conflict` for one that has ended, `upstream`
		 */
		cancel: (userId: string) => change(userId, planChange.cancel),

		/** Calls a scheduled end off. Errors as for `cancel`. */
		reactivate: (userId: string) => change(userId, planChange.keepGoing),

		/** Calls a planned change off. Errors as for `cancel`. */
		keepPlan: (userId: string) => change(userId, planChange.releaseSchedule),

		/**
		 * What is charged next, and to which card, as Stripe has it now.
		 * @throws AppError `not_found` without a subscription, `upstream`
		 */
		details: (userId: string) =>
			reachStripe(async () => {
				const current = await currentOf(db, userId);
				const isShown = current && isLive(current) && current.status !== "incomplete";
				if (!isShown) throw new AppError("not_found", "No active subscription");
				return details.read(current.stripeSubscriptionId);
			}),

		/** Stripe's page with invoices and payment method. Errors as for `cancel`. */
		portal: (userId: string) => pageOf(userId, ({ customerId }) => planChange.portalPage(customerId)),

		/** Stripe's page on which an open invoice is paid, else the portal. Errors as for `cancel`. */
		paymentPage: (userId: string) => pageOf(userId, ({ live }) => planChange.paymentPage(live)),
	};

	function pageOf(
		userId: string,
		open: (found: { customerId: string; live: Stripe.Subscription }) => Promise<string>,
	): Promise<string> {
		return reachStripe(() =>
			lock.hold(userId, async (tx) => {
				const { stripeCustomerId: customerId } = await userById(db, userId);
				if (!customerId) throw new AppError("not_found", "No active subscription");
				const found = await sync.syncCustomer(tx, { userId, customerId });
				const live = liveOf(found);
				if (!live || live.status === "incomplete") throw nothingToChange(found);
				return open({ customerId, live });
			}),
		);
	}

	async function findPage(tx: Tx, userId: string, { planId, isAnnual, vatInfo }: CheckoutRequest): Promise<string> {
		const user = await userById(db, userId);
		const offer = { planId, isAnnual };
		const price = await prices.priceOf(offer);
		const customerId = await customers.ensure(user);
		await customers.attachVat(customerId, user, vatInfo);
		const live = liveOf(await sync.syncCustomer(tx, { userId, customerId }));
		if (live && live.status !== "incomplete") return pageToChange(live, price);
		try {
			// The first payment of an incomplete one goes on in its own checkout page, which is found again or replaced.
			return await checkout.open({ userId, customerId, offer, price });
		} catch (error) {
			if (!(error instanceof PaidMeanwhileError)) throw error;
			const paid = liveOf(await sync.syncCustomer(tx, { userId, customerId }));
			if (!paid) throw error;
			return pageToChange(paid, price);
		}
	}

	function pageToChange(live: Stripe.Subscription, price: Stripe.Price): Promise<string> {
		if (live.items.data[0]?.price.id !== price.id) return planChange.confirmPage(live, price);
		if (live.status === "past_due" || live.status === "unpaid") return planChange.paymentPage(live);
		throw new AppError("conflict", "You already have this plan");
	}

	function change(userId: string, apply: (live: Stripe.Subscription) => Promise<void>): Promise<ClientSubscription> {
		return reachStripe(() =>
			lock.hold(userId, async (tx) => {
				const { stripeCustomerId: customerId } = await userById(db, userId);
				if (!customerId) throw new AppError("not_found", "No active subscription");
				const found = await sync.syncCustomer(tx, { userId, customerId });
				const live = liveOf(found);
				if (!live || live.status === "incomplete") throw nothingToChange(found);
				await apply(live);
				await sync.syncCustomer(tx, { userId, customerId });
				const current = await currentOf(tx, userId);
				if (!current) throw new AppError("not_found", "No active subscription");
				return presentSubscription(current);
			}),
		);
	}

	async function hasFreshCheckout(userId: string): Promise<boolean> {
		const since = new Date(now().getTime() - FRESH_CHECKOUT_MS);
		const [attempt] = await db
			.select({ id: checkoutAttempts.id })
			.from(checkoutAttempts)
			.where(and(eq(checkoutAttempts.userId, userId), gt(checkoutAttempts.createdAt, since)))
			.limit(1);
		return attempt !== undefined;
	}

	/**
	 * Brings the rows up to Stripe's state, within a short time and not too often.
	 * @returns whether the rows may have changed
	 */
	async function makeSure(userId: string): Promise<boolean> {
		const at = now().getTime();
		if (at - (askedAt.get(userId) ?? Number.NEGATIVE_INFINITY) < INLINE_EVERY_MS) return false;
		for (const [id, asked] of askedAt) if (at - asked >= INLINE_EVERY_MS) askedAt.delete(id);
		askedAt.set(userId, at);
		const { stripeCustomerId: customerId } = await userById(db, userId);
		if (!customerId) return false;
		const synced = lock
			.hold(userId, (tx) => sync.syncCustomer(tx, { userId, customerId }))
			.catch((error: unknown) => log.warn({ err: error, userId }, "could not make sure of a payment"));
		await within(INLINE_BUDGET_MS, synced, () => undefined);
		return true;
	}

	async function currentOf(queryable: Db | Tx, userId: string): Promise<Subscription | null> {
		return currentSubscription(await rowsOf(queryable, userId), now());
	}
}

async function rowsOf(queryable: Db | Tx, userId: string): Promise<Subscription[]> {
	return queryable.select().from(subscriptions).where(eq(subscriptions.userId, userId));
}

async function userById(db: Db, userId: string): Promise<User> {
	const [user] = await db.select().from(users).where(eq(users.id, userId));
	if (!user) throw new AppError("unauthenticated", "Unauthorized");
	return user;
}

/** The subscription to change: one that pays before one that is stuck. */
function liveOf(found: Stripe.Subscription[]): Stripe.Subscription | undefined {
	const live = found.filter(isLive);
	return (
		live.find(({ status }) => status === "active") ?? live.find(({ status }) => status !== "incomplete") ?? live[0]
	);
}

function nothingToChange(found: Stripe.Subscription[]): AppError {
	const hasEnded = found.some(({ status }) => status === "canceled");
	return hasEnded
		? new AppError("conflict", "This subscription has already ended")
		: new AppError("not_found", "No active subscription");
}
