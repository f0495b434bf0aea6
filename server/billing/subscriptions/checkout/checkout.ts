import { and, desc, eq, gt, isNull } from "drizzle-orm";
import Stripe from "stripe";
import { lookupKey, type Offer } from "#server/billing/plans/plan-catalog.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { type CheckoutAttempt, checkoutAttempts } from "#shared/billing/subscriptions/checkout-attempts.table.ts";
import { stripeCustomers } from "#shared/billing/subscriptions/stripe-customers.table.ts";
import { isMissing, WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import type { BillingCustomer } from "../sync/stripe-sync.ts";

/** How long an unanswered attempt is reused. After that, another attempt may have closed its page. */
const REPEATABLE_MS = 50_000;
const NEARLY_OVER_S = 120;

type Options = { stripe: Stripe; db: Db; now: () => Date; config: Pick<Config, "http" | "stripe"> };
type Order = BillingCustomer & { offer: Offer; price: Stripe.Price; isBusiness: boolean };

/** An older page was paid while a new one was opening, so what we know of the customer is outdated. */
export class PaidMeanwhileError extends Error {}

export type Checkout = ReturnType<typeof createCheckout>;

/** Creates Stripe-hosted checkout pages, at most one open page per customer. */
export function createCheckout({ stripe, db, now, config }: Options) {
	return {
		/**
		 * Returns the open checkout for the same price, or a new one; others expire first, to prevent double payment.
		 * Call it while holding the user's billing lock.
		 * @throws PaidMeanwhileError if one of those was paid at this moment
		 */
		async open(order: Order): Promise<string> {
			const reusable = await closeOthers(order);
			if (reusable) return reusable;
			const attempt = await begin(order);
			try {
				const session = await create(order, attempt);
				await db
					.update(checkoutAttempts)
					.set({ stripeSessionId: session.id })
					.where(eq(checkoutAttempts.id, attempt.id));
				return session.url ?? config.http.publicOrigin;
			} catch (error) {
				// Stripe repeats its answer to a key, refusals included, so a key is reused only after no answer.
				if (!(error instanceof Stripe.errors.StripeConnectionError)) {
					await db.delete(checkoutAttempts).where(eq(checkoutAttempts.id, attempt.id));
				}
				throw error;
			}
		},

		closeAll,
	};

	/** A page paid at this very moment has become a subscription afterwards. */
	async function closeAll(customerId: string): Promise<void> {
		try {
			for (const session of await openPages(customerId)) await close(session.id);
		} catch (error) {
			if (error instanceof PaidMeanwhileError) return closeAll(customerId);
			// A deleted customer has no pages.
			if (!isMissing(error)) throw error;
		}
	}

	async function openPages(customerId: string): Promise<Stripe.Checkout.Session[]> {
		const open = { customer: customerId, status: "open", limit: 100 } as const;
		return (await stripe.checkout.sessions.list(open, WHILE_SOMEONE_WAITS)).data;
	}

	async function closeOthers({ customerId, price, isBusiness }: Order): Promise<string | null> {
		const earliestEnd = now().getTime() / 1000 + NEARLY_OVER_S;
		let reusable: string | null = null;
		for (const session of await openPages(customerId)) {
			const isSame =
				session.metadata?.priceId === price.id && (session.tax_id_collection?.enabled ?? false) !== isBusiness;
			if (isSame && session.expires_at > earliestEnd && !reusable) {
				reusable = session.url;
			} else {
				await close(session.id);
			}
		}
		return reusable;
	}

	async function close(sessionId: string): Promise<void> {
		try {
			await stripe.checkout.sessions.expire(sessionId, {}, WHILE_SOMEONE_WAITS);
		} catch (error) {
			if (error instanceof Stripe.errors.StripeInvalidRequestError) {
				const { status } = await stripe.checkout.sessions.retrieve(sessionId, {}, WHILE_SOMEONE_WAITS);
				if (status === "expired") return;
				if (status === "complete") throw new PaidMeanwhileError();
			}
			throw error;
		}
	}

	/** Stores the idempotency key before the call, so that an unanswered attempt can be retried with it. */
	async function begin({ userId, offer }: Order): Promise<CheckoutAttempt> {
		const { planId, isAnnual } = offer;
		const [unanswered] = await db
			.select()
			.from(checkoutAttempts)
			.where(
				and(
					eq(checkoutAttempts.userId, userId),
					eq(checkoutAttempts.planId, planId),
					eq(checkoutAttempts.isAnnual, isAnnual),
					isNull(checkoutAttempts.stripeSessionId),
					gt(checkoutAttempts.createdAt, new Date(now().getTime() - REPEATABLE_MS)),
				),
			)
			.orderBy(desc(checkoutAttempts.createdAt))
			.limit(1);
		if (unanswered) return unanswered;
		const values = { userId, planId, isAnnual, createdAt: now() };
		const [attempt] = await db.insert(checkoutAttempts).values(values).returning();
		if (!attempt) throw new Error("An inserted row came back empty");
		return attempt;
	}

	/**
	 * Without `expires_at`, a page expires after 24 hours by Stripe's own clock: ours may be off, and test clocks differ.
	 */
	async function create(order: Order, attempt: CheckoutAttempt): Promise<Stripe.Checkout.Session> {
		const { userId, customerId, offer, price } = order;
		const isNewToCodes = !(await hasUsedCode(userId));
		const origin = config.http.publicOrigin;
		const metadata = { userId, planId: offer.planId, priceId: price.id, offer: lookupKey(offer) };
		const asked: Stripe.Checkout.SessionCreateParams = {
			mode: "subscription",
			customer: customerId,
			client_reference_id: userId,
			line_items: [{ price: price.id, quantity: 1 }],
			metadata,
			subscription_data: { metadata },
			// Wallets count as cards. A delayed payment method would grant no access for days.
			allowed_payment_method_types: ["card"],
			allow_promotion_codes: isNewToCodes,
			automatic_tax: { enabled: config.stripe.automaticTax },
			...identityAskedOf(order),
			billing_address_collection: "required",
			success_url: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
			cancel_url: `${origin}/pricing`,
		};
		try {
			return await stripe.checkout.sessions.create(asked, { ...WHILE_SOMEONE_WAITS, idempotencyKey: attempt.id });
		} catch (error) {
			if (!isUnlocated(error) || !asked.customer_update) throw error;
			// Stripe Tax requires a postal code in some countries; the address entered in Checkout is then stored.
			const customer_update = { ...asked.customer_update, address: "auto" as const };
			return stripe.checkout.sessions.create({ ...asked, customer_update }, WHILE_SOMEONE_WAITS);
		}
	}

	/** Codes used under a deleted customer count too. */
	async function hasUsedCode(userId: string): Promise<boolean> {
		const used = and(eq(stripeCustomers.userId, userId), eq(stripeCustomers.hasUsedCode, true));
		return (await db.$count(stripeCustomers, used)) > 0;
	}
}

/** Invoices carry the onboarding details (P265). Stripe collects tax ids only if it may also replace the name. */
function identityAskedOf({ isBusiness }: Order) {
	return isBusiness
		? { tax_id_collection: { enabled: false }, customer_update: { name: "never", address: "never" } as const }
		: { tax_id_collection: { enabled: true }, customer_update: { name: "auto", address: "auto" } as const };
}

function isUnlocated(error: unknown): boolean {
	return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "customer_tax_location_invalid";
}
