import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Offer } from "#server/billing/plans/plan-catalog.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { changeEffect, type PaidPlan } from "#shared/billing/subscriptions/change-effect.ts";
import type { CheckoutRequest } from "#shared/billing/subscriptions/subscription.ts";
import { type Subscription, subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { formatMoney } from "#shared/platform/format.ts";
import { type Checkout, PaidMeanwhileError } from "../checkout/checkout.ts";
import { presentOpenInvoices, presentSubscription } from "../present-subscription.ts";
import type { StripePages } from "../stripe/pages.ts";
import { offerOfPrice, type PlanPrices } from "../stripe/plan-prices.ts";
import type { StripeCustomers } from "../stripe/stripe-customer.ts";
import { currentAtStripe } from "../sync/live-subscription.ts";
import type { BillingCustomer, StripeSync } from "../sync/stripe-sync.ts";
import { factsOf } from "../sync/subscription-row.ts";
import { isStillCharged } from "./change-amounts.ts";
import { isOwing } from "./open-invoices.ts";
import type { PlanChange } from "./plan-change.ts";
import { refuseUnlessPaid } from "./refuse-unless-paid.ts";
import { whatStands } from "./what-stands.ts";

type Options = {
	db: Db;
	stripe: Stripe;
	config: Pick<Config, "http">;
	now: () => Date;
	sync: StripeSync;
	prices: PlanPrices;
	customers: StripeCustomers;
	checkout: Pick<Checkout, "open">;
	planChange: Pick<PlanChange, "changeNow" | "planForPeriodEnd">;
	pages: Pick<StripePages, "paymentPage">;
};
type Wanted = { offer: Offer; price: Stripe.Price; request: CheckoutRequest };

/** Subscribes a user to a plan, or returns the page to pay on. Call it while holding the billing lock. */
export function createChoosePlan(options: Options) {
	const { db, stripe, config, now, sync, prices, customers, checkout, planChange, pages } = options;
	const origin = config.http.publicOrigin;

	return async (tx: Tx, userId: string, request: CheckoutRequest): Promise<string> => {
		const { planId, isAnnual, vatInfo } = request;
		const [user] = await db.select().from(users).where(eq(users.id, userId));
		if (!user) throw new AppError("unauthenticated", "Unauthorized");
		const offer = { planId, isAnnual };
		const price = await prices.priceOf(offer);
		const customerId = await customers.ensure(user);
		await customers.attachVat(customerId, user, vatInfo);
		const customer = { userId, customerId };
		const current = currentAtStripe(await sync.syncCustomer(tx, customer), now());
		if (current && isOwing(current)) {
			if (isSame(paidPlan(current), offer)) return pages.paymentPage(current);
			throw new AppError("payment_owed", sentenceAboutPastDue(await rowOf(tx, current)));
		}
		const wanted = { offer, price, request };
		if (current && current.status !== "incomplete") return change(tx, customer, { current, wanted });
		try {
			// An incomplete subscription's first payment continues in its own checkout page, which is reused or replaced.
			return await checkout.open({ ...customer, offer, price, isBusiness: user.isBusiness });
		} catch (error) {
			if (!(error instanceof PaidMeanwhileError)) throw error;
			const paid = currentAtStripe(await sync.syncCustomer(tx, customer), now());
			if (!paid) throw error;
			return change(tx, customer, { current: paid, wanted });
		}
	};

	async function change(
		tx: Tx,
		customer: BillingCustomer,
		{ current, wanted: { offer, price, request } }: { current: Stripe.Subscription; wanted: Wanted },
	): Promise<string> {
		const { takeBack, confirmed, agreed } = request;
		const done = `${origin}/payment-success`;
		const paid = paidPlan(current);
		if (isSame(paid, offer)) {
			// The second half of a double click, or a retry after a lost response.
			if (agreed) return done;
			throw new AppError("plan_unchanged", "You already have this plan");
		}
		refuseUnlessPaid(factsOf(current));
		const row = await rowOf(tx, current);
		const standing = row ? whatStands(row, offer) : null;
		if (standing && !takeBack) throw new AppError("take_back_required", standing);
		if (changeEffect(paid, offer) === "now") {
			if (!agreed) throw unconfirmed("This change is charged today. Please confirm the amount.");
			if (!(await isStillCharged(stripe, { subscription: current, price }, agreed))) {
				throw unconfirmed("The amount has changed. Please check it and confirm again.");
			}
			const page = await planChange.changeNow(current, price, agreed.prorationDate);
			await sync.syncCustomer(tx, customer);
			return page ?? done;
		}
		if (!confirmed) throw unconfirmed("This change starts when your paid period ends. Please confirm it.");
		try {
			await planChange.planForPeriodEnd(current, price);
		} catch (error) {
			// Restores a cancellation at once. If this also fails, Stripe's event restores it.
			await sync.syncCustomer(tx, customer).catch(() => undefined);
			throw error;
		}
		await sync.syncCustomer(tx, customer);
		return `${origin}/admin?tab=subscription&changed=planned`;
	}
}

/** The paid plan and interval; a foreign price ranks below all of our plans. */
function paidPlan({ items }: Stripe.Subscription): PaidPlan {
	const price = items.data[0]?.price;
	return (price && offerOfPrice(price)) ?? { planId: "unknown", isAnnual: price?.recurring?.interval === "year" };
}

function isSame(paid: PaidPlan, offer: Offer): boolean {
	return paid.planId === offer.planId && paid.isAnnual === offer.isAnnual;
}

async function rowOf(tx: Tx, { id }: Stripe.Subscription): Promise<Subscription | undefined> {
	const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.stripeSubscriptionId, id));
	return row;
}

/** Open invoices come before a change of plan (P261). */
function sentenceAboutPastDue(row: Subscription | undefined): string {
	const openInvoices = row && presentOpenInvoices(row);
	if (!openInvoices) return "Your last payment failed. Pay it or cancel your plan before you choose another one.";
	const { name } = presentSubscription(row).plan;
	return `You owe ${formatMoney(openInvoices.amount, openInvoices.currency)} for ${name}. Pay it or cancel ${name} before you choose another plan.`;
}

function unconfirmed(message: string): AppError {
	return new AppError("confirmation_required", message);
}
