import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Offer } from "#server/plans/plan-catalog.ts";
import { users } from "#shared/auth/users.table.ts";
import { changeEffect, type PaidPlan } from "#shared/subscriptions/change-effect.ts";
import type { CheckoutRequest } from "#shared/subscriptions/subscription.ts";
import { subscriptions } from "#shared/subscriptions/subscriptions.table.ts";
import { type Checkout, PaidMeanwhileError } from "../checkout/checkout.ts";
import { offerOfPrice, type PlanPrices } from "../stripe/plan-prices.ts";
import type { StripeCustomers } from "../stripe/stripe-customer.ts";
import { currentAtStripe } from "../sync/live-subscription.ts";
import type { SettledSync } from "../sync/settled-sync.ts";
import { factsOf } from "../sync/subscription-row.ts";
import { isOwing, type Owed } from "./owed.ts";
import type { PlanChange } from "./plan-change.ts";
import { refuseUnlessPaid } from "./refuse-unless-paid.ts";
import { createSettleOwed } from "./settle-owed.ts";
import type { TakeBacks } from "./take-back.ts";
import { whatStands } from "./what-stands.ts";

type Options = {
	db: Db;
	now: () => Date;
	sync: SettledSync;
	prices: PlanPrices;
	customers: StripeCustomers;
	checkout: Pick<Checkout, "open">;
	planChange: Pick<PlanChange, "confirmPage" | "planForPeriodEnd" | "paymentPage">;
	owed: Owed;
	takeBacks: Pick<TakeBacks, "begin" | "settle">;
};
type Customer = { userId: string; customerId: string };
type Wanted = { offer: Offer; price: Stripe.Price; takeBack: boolean; confirmed: boolean };

/** Finds the page on which a person gets the plan they picked. Call it while holding the user's billing lock. */
export function createChoosePlan(options: Options) {
	const { db, now, sync, prices, customers, checkout, planChange, takeBacks } = options;
	const settleOwed = createSettleOwed(options);

	return async (tx: Tx, userId: string, request: CheckoutRequest): Promise<string> => {
		const { planId, isAnnual, vatInfo, takeBack, confirmed, endOwed = false } = request;
		const [user] = await db.select().from(users).where(eq(users.id, userId));
		if (!user) throw new AppError("unauthenticated", "Unauthorized");
		const offer = { planId, isAnnual };
		const price = await prices.priceOf(offer);
		const customerId = await customers.ensure(user);
		await customers.attachVat(customerId, user, vatInfo);
		const customer = { userId, customerId };
		// Who asks without the word finds again what an earlier call has taken back.
		const found = await sync.syncCustomer(tx, customer, takeBack ? "away" : "back");
		let current = currentAtStripe(found, now());
		if (current && isOwing(current)) {
			if (isSame(paidPlan(current), offer)) return planChange.paymentPage(current);
			current = currentAtStripe(await settleOwed(tx, customer, { found, owing: current, offer, endOwed }), now());
		}
		const wanted = { offer, price, takeBack, confirmed };
		if (current && current.status !== "incomplete") return pageToChange(tx, customer, { current, wanted });
		try {
			// The first payment of an incomplete one goes on in its own checkout page, which is found again or replaced.
			return await checkout.open({ ...customer, offer, price, isBusiness: user.isBusiness });
		} catch (error) {
			if (!(error instanceof PaidMeanwhileError)) throw error;
			const paid = currentAtStripe(await sync.syncCustomer(tx, customer), now());
			if (!paid) throw error;
			return pageToChange(tx, customer, { current: paid, wanted });
		}
	};

	async function pageToChange(
		tx: Tx,
		customer: Customer,
		{ current, wanted }: { current: Stripe.Subscription; wanted: Wanted },
	): Promise<string> {
		const { offer, takeBack, confirmed } = wanted;
		const paid = paidPlan(current);
		if (isSame(paid, offer)) throw new AppError("plan_unchanged", "You already have this plan");
		refuseUnlessPaid(factsOf(current));
		const effect = changeEffect(paid, offer);
		const standing = await standingOf(tx, current.id, offer);
		if (standing && !takeBack) throw new AppError("take_back_required", standing);
		if (effect === "period_end" && !confirmed) {
			throw new AppError("confirmation_required", "This change starts when your paid period ends. Please confirm it.");
		}
		if (takeBack) await takeBacks.begin(customer.userId, current);
		try {
			if (effect === "now") return await planChange.confirmPage(current, wanted.price);
			const page = await planChange.planForPeriodEnd(current, wanted.price);
			await sync.syncCustomer(tx, customer, "back");
			return page;
		} catch (error) {
			// No page will be shown. If this fails, too, the reconciler repairs it.
			if (takeBack) await sync.syncCustomer(tx, customer, "back").catch(() => undefined);
			throw error;
		}
	}
}

/** The plan and interval that a subscription is paid for; a foreign price counts as lower than every plan of ours. */
function paidPlan({ items }: Stripe.Subscription): PaidPlan {
	const price = items.data[0]?.price;
	return (price && offerOfPrice(price)) ?? { planId: "unknown", isAnnual: price?.recurring?.interval === "year" };
}

function isSame(paid: PaidPlan, offer: Offer): boolean {
	return paid.planId === offer.planId && paid.isAnnual === offer.isAnnual;
}

async function standingOf(tx: Tx, stripeSubscriptionId: string, offer: Offer): Promise<string | null> {
	const isThis = eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId);
	const [row] = await tx.select().from(subscriptions).where(isThis);
	return row ? whatStands(row, offer) : null;
}
