import { eq, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { Config } from "#server/platform/config/config.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { notifyOfSubscription } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import type { CheckoutRequest, ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { isActive } from "#shared/billing/subscriptions/subscription-status.ts";
import { type Subscription, subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { createChangePreview } from "./change/change-preview.ts";
import { createChoosePlan } from "./change/choose-plan.ts";
import { isOwing, type OpenInvoices } from "./change/open-invoices.ts";
import type { Changed, PlanChange } from "./change/plan-change.ts";
import type { Checkout } from "./checkout/checkout.ts";
import { createClientView } from "./client-view.ts";
import { createCreditView } from "./credit-view.ts";
import { presentSubscription } from "./present-subscription.ts";
import { standingOf } from "./standing.ts";
import type { DetailsCache } from "./stripe/details-cache.ts";
import type { StripePages } from "./stripe/pages.ts";
import type { PlanPrices } from "./stripe/plan-prices.ts";
import { isMissing, reachStripe } from "./stripe/reach-stripe.ts";
import type { StripeCustomers } from "./stripe/stripe-customer.ts";
import { createSubscriptionDetails } from "./subscription-details.ts";
import type { BillingLock } from "./sync/billing-lock.ts";
import { besideAtStripe, currentAtStripe, currentSubscription, subscriptionsOf } from "./sync/live-subscription.ts";
import type { BillingCustomer, StripeSync } from "./sync/stripe-sync.ts";

type Options = {
	db: Db;
	config: Pick<Config, "http">;
	stripe: Stripe;
	now: () => Date;
	log: Logger;
	lock: BillingLock;
	sync: StripeSync;
	prices: PlanPrices;
	customers: StripeCustomers;
	checkout: Checkout;
	planChange: PlanChange;
	pages: StripePages;
	openInvoices: OpenInvoices;
	details: DetailsCache;
	deadlines: Deadlines;
};
type Found = { tx: Tx; customer: BillingCustomer; all: Stripe.Subscription[]; current: Stripe.Subscription };

export type SubscriptionsService = ReturnType<typeof createSubscriptionsService>;

/** Creates the actions on a user's subscription. Reads come from our rows; every change is made at Stripe first. */
export function createSubscriptionsService(options: Options) {
	const { db, now, log, lock, sync, customers, checkout, planChange, pages, openInvoices, details, deadlines } =
		options;
	const reach = <T>(work: () => Promise<T>) => reachStripe(work, deadlines.stripeClick);
	const { read: readDetails } = createSubscriptionDetails(options);
	const readCredit = createCreditView(options);
	const clicks = new Map<string, Promise<string>>();
	const choosePlan = createChoosePlan(options);
	const view = createClientView(options);
	// Runs with every link request, so it is prepared once.
	const ofUser = subscriptionsOf(db, sql.placeholder("userId")).prepare("subscriptions-of-user");

	return {
		/** The user's valid subscription (P70), or null. */
		async activeFor(userId: string): Promise<Subscription | null> {
			const current = currentSubscription(await ofUser.execute({ userId }), now());
			return isActive(current, now()) ? current : null;
		},

		clientView: view.show,

		/**
		 * The URL to send the browser to: a checkout, the page after payment, the bank's page, or our subscription tab
		 * (P257).
		 * @throws AppError `conflict` for the current plan and interval, `upstream` if Stripe is unavailable,
		 * `card_declined`, `take_back_required` and `confirmation_required` for what the user hasn't confirmed yet
		 */
		subscribe(userId: string, request: CheckoutRequest): Promise<string> {
			const click = JSON.stringify([userId, request]);
			const same = clicks.get(click);
			if (same) return same;
			const choose = () => lock.hold(userId, (tx) => choosePlan(tx, userId, request));
			const answer = sendToStripe(userId, () => announced(userId, choose));
			clicks.set(click, answer);
			return answer.finally(() => clicks.delete(click));
		},

		/**
		 * Ends the subscription with its period; `hasEnded` if it ended at once, because its period isn't paid (P261, P572).
		 * @throws AppError `not_found` without a subscription, `conflict` for one that has ended, `upstream`
		 */
		async cancel(userId: string): Promise<{ subscription: ClientSubscription; hasEnded: boolean }> {
			let hasEnded = false;
			const subscription = await change(userId, async ({ tx, customer, current }) => {
				hasEnded = await openInvoices.end(current);
				if (hasEnded) return undefined;
				// If it was paid at the same moment, it continues to the end of its period.
				const all = isOwing(current) ? await sync.syncCustomer(tx, customer) : [];
				return planChange.cancel(currentAtStripe(all, now()) ?? current);
			});
			return { subscription, hasEnded };
		},

		/** Undoes a scheduled end. Errors as for `cancel`. */
		reactivate: (userId: string) => change(userId, ({ current }) => planChange.keepGoing(current)),

		/** Cancels a planned change and stops offering a dropped one (P260). Errors as for `cancel`. */
		keepPlan: (userId: string) =>
			change(userId, async ({ tx, current }) => {
				await planChange.dropPlan(current);
				const isThis = eq(subscriptions.stripeSubscriptionId, current.id);
				await tx.update(subscriptions).set({ plannedPlanId: null, droppedPlanId: null }).where(isThis);
				return undefined;
			}),

		/** Ends them with their periods, or at once if their payment failed (P128). Errors as for `cancel`. */
		cancelAlsoPaying: (userId: string) =>
			change(userId, async ({ all }) => {
				const beside = besideAtStripe(all, now());
				if (beside.length === 0) throw new AppError("subscription_not_found", "No second subscription");
				for (const each of beside) if (!(await openInvoices.end(each))) await planChange.cancel(each);
				return undefined;
			}),

		/**
		 * Saves details here and at Stripe, or nowhere. An open checkout is closed, because it would use the old name (P575).
		 * @param save writes them in the given transaction
		 * @param isUntilPaid refuses them after a purchase
		 * @throws AppError `invalid` for a VAT number that Stripe refuses, `conflict` for a purchase, `upstream`
		 */
		saveDetails: (userId: string, save: (tx: Tx) => Promise<User>, { isUntilPaid = false } = {}): Promise<User> =>
			reach(() =>
				lock.hold(userId, async (tx) => {
					const { stripeCustomerId: customerId } = await userById(db, userId);
					if (customerId) await checkout.closeAll(customerId);
					if (isUntilPaid) await refuseAfterPurchase(tx, userId, customerId);
					const user = await save(tx);
					if (customerId) {
						await details.invalidate(tx, userId);
						await customers.correct(customerId, user);
					}
					return user;
				}),
			),

		/**
		 * The next charge and its card, read from Stripe and cached until something changes (P253).
		 * @throws AppError `not_found` without a subscription, `upstream`
		 */
		details: (userId: string) =>
			reach(async () => {
				const current = await currentOf(db, userId);
				if (!current || standingOf(current) === "none")
					throw new AppError("subscription_not_found", "No active subscription");
				const { stripeSubscriptionId: id } = current;
				return details.read({ userId, what: `details ${id}` }, () => readDetails(id));
			}),

		/** The user's credit for their next invoices (P567). @throws AppError `upstream` */
		credit: (userId: string) => reach(() => readCredit(userId)),

		/** What a plan change would do and cost (P258). */
		preview: createChangePreview(options),

		/**
		 * Stripe's page with invoices and payment method, for any user with a Stripe customer.
		 * @throws AppError `not_found`, `upstream`
		 */
		portal: (userId: string) =>
			sendToStripe(userId, async () => {
				const isValid = isActive(await currentOf(db, userId), now());
				return unlessDeleted(pages.portalPage(await customerOf(userId), { isValid }));
			}),

		/** Stripe's page to replace the card. Errors as for `portal`. */
		cardPage: (userId: string) =>
			sendToStripe(userId, async () => {
				const isValid = isActive(await currentOf(db, userId), now());
				return unlessDeleted(pages.cardPage(await customerOf(userId), { isValid }));
			}),

		/** Stripe's page to pay an open invoice, else the portal. Errors as for `cancel`. */
		paymentPage: (userId: string) =>
			sendToStripe(userId, () => about(userId, ({ current }) => pages.paymentPage(current))),
	};

	/** A payment made a moment ago is known only to Stripe, because its event may be late. */
	async function refuseAfterPurchase(tx: Tx, userId: string, customerId: string | null): Promise<void> {
		if (customerId) await sync.syncCustomer(tx, { userId, customerId });
		if ((await subscriptionsOf(tx, userId)).length === 0) return;
		throw new AppError(
			"details_in_use",
			"You already subscribed. Edit your details on your dashboard or account page.",
		);
	}

	/** Caching stops before the user has the URL, since they may change things on that page. */
	function sendToStripe(userId: string, work: () => Promise<string>): Promise<string> {
		return reach(async () => {
			try {
				return await work();
			} finally {
				// Also after a failure: the call may have been executed.
				await details.sentToStripe(userId);
			}
		});
	}

	function about<T>(userId: string, work: (found: Found) => Promise<T>): Promise<T> {
		const underLock = async (tx: Tx) => {
			const customer = { userId, customerId: await customerOf(userId) };
			const all = await sync.syncCustomer(tx, customer);
			const current = currentAtStripe(all, now());
			if (!current || current.status === "incomplete") throw nothingToChange(all);
			return work({ tx, customer, all, current });
		};
		return reach(() => announced(userId, () => lock.hold(userId, underLock)));
	}

	/**
	 * Notifies screens even if the request has ended (P266). After a failure, Stripe is read: the call may have been
	 * executed.
	 */
	async function announced<T>(userId: string, change: () => Promise<T>): Promise<T> {
		try {
			return await change();
		} catch (error) {
			if (!(error instanceof AppError)) await details.sentToStripe(userId);
			throw error;
		} finally {
			// Not awaited, so that it doesn't delay the answer.
			void notifyOfSubscription(db, userId).catch((error: unknown) =>
				log.warn({ err: error, userId }, "screens could not be notified of a change's outcome"),
			);
		}
	}

	/**
	 * The same, and returns the current subscription afterwards.
	 * @param apply returns Stripe's answer if it contains all changes; otherwise everything is read again
	 */
	function change(userId: string, apply: (found: Found) => Promise<Changed>): Promise<ClientSubscription> {
		return about(userId, async (found) => {
			const { tx, customer } = found;
			const answer = await apply(found);
			await (answer ? sync.writeAnswer(tx, customer, answer) : sync.syncCustomer(tx, customer));
			const current = await currentOf(tx, userId);
			if (!current) throw new AppError("subscription_not_found", "No active subscription");
			return presentSubscription(current);
		});
	}

	async function customerOf(userId: string): Promise<string> {
		const { stripeCustomerId } = await userById(db, userId);
		if (!stripeCustomerId) throw new AppError("subscription_not_found", "No active subscription");
		return stripeCustomerId;
	}

	async function currentOf(queryable: Db | Tx, userId: string): Promise<Subscription | null> {
		return currentSubscription(await subscriptionsOf(queryable, userId), now());
	}
}

/** A customer deleted at Stripe has no pages. */
async function unlessDeleted(page: Promise<string>): Promise<string> {
	try {
		return await page;
	} catch (error) {
		if (!isMissing(error)) throw error;
		throw new AppError("customer_deleted", "Your invoices are no longer at Stripe. Contact us if you need one.", {
			cause: error,
		});
	}
}

async function userById(db: Db, userId: string): Promise<User> {
	const [user] = await db.select().from(users).where(eq(users.id, userId));
	if (!user) throw new AppError("unauthenticated", "Unauthorized");
	return user;
}

function nothingToChange(found: Stripe.Subscription[]): AppError {
	const hasEnded = found.some(({ status }) => status === "canceled");
	return hasEnded
		? new AppError("subscription_ended", "This subscription has already ended")
		: new AppError("subscription_not_found", "No active subscription");
}
