import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Offer } from "#server/plans/plan-catalog.ts";
import { users } from "#shared/auth/users.table.ts";
import type { CheckoutRequest } from "#shared/subscriptions/subscription.ts";
import { type Subscription, subscriptions } from "#shared/subscriptions/subscriptions.table.ts";
import { type Checkout, PaidMeanwhileError } from "./checkout.ts";
import { currentAtStripe } from "./live-subscription.ts";
import { isOwing, type Owed } from "./owed.ts";
import type { PlanChange } from "./plan-change.ts";
import { offerOfPrice, type PlanPrices } from "./plan-prices.ts";
import { presentSubscription } from "./present-subscription.ts";
import { createSettleOwed } from "./settle-owed.ts";
import type { SettledSync } from "./settled-sync.ts";
import type { StripeCustomers } from "./stripe-customer.ts";
import type { TakeBacks } from "./take-back.ts";

type Options = {
	db: Db;
	now: () => Date;
	sync: SettledSync;
	prices: PlanPrices;
	customers: StripeCustomers;
	checkout: Pick<Checkout, "open">;
	planChange: Pick<PlanChange, "confirmPage" | "paymentPage">;
	owed: Owed;
	takeBacks: Pick<TakeBacks, "begin" | "settle">;
};
type Customer = { userId: string; customerId: string };
type Wanted = { offer: Offer; price: Stripe.Price; takeBack: boolean };

/** Finds the page on which a person gets the plan they picked. Call it while holding the user's billing lock. */
export function createChoosePlan(options: Options) {
	const { db, now, sync, prices, customers, checkout, planChange, takeBacks } = options;
	const settleOwed = createSettleOwed(options);

	return async (tx: Tx, userId: string, request: CheckoutRequest): Promise<string> => {
		const { planId, isAnnual, vatInfo, takeBack, endOwed = false } = request;
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
			if (isOn(current, offer)) return planChange.paymentPage(current);
			current = currentAtStripe(await settleOwed(tx, customer, { found, owing: current, offer, endOwed }), now());
		}
		const wanted = { offer, price, takeBack };
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
		const { offer, price, takeBack } = wanted;
		if (isOn(current, offer)) throw new AppError("conflict", "You already have this plan");
		const standing = await whatStands(tx, current.id, offer);
		if (!takeBack) {
			if (standing) throw new AppError("take_back_required", standing);
			return planChange.confirmPage(current, price);
		}
		await takeBacks.begin(customer.userId, current);
		try {
			return await planChange.confirmPage(current, price);
		} catch (error) {
			// Nobody will see a page. Where this fails, too, the reconciler comes to it.
			await sync.syncCustomer(tx, customer, "back").catch(() => undefined);
			throw error;
		}
	}
}

function isOn({ items }: Stripe.Subscription, offer: Offer): boolean {
	const price = items.data[0]?.price;
	const has = price && offerOfPrice(price);
	return has?.planId === offer.planId && has.isAnnual === offer.isAnnual;
}

/**
 * What the person would take back by another plan, as a sentence; null where nothing stands.
 * @throws AppError `conflict` where the change to this very plan is planned already
 */
async function whatStands(tx: Tx, stripeSubscriptionId: string, offer: Offer): Promise<string | null> {
	const isThis = eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId);
	const [row] = await tx.select().from(subscriptions).where(isThis);
	return row ? sentenceAbout(row, offer) : null;
}

function sentenceAbout(row: Subscription, offer: Offer): string | null {
	const { endsAt, plannedChange } = presentSubscription(row);
	if (endsAt) return `Your subscription ends on ${day(endsAt)}. Another plan takes this cancellation back.`;
	if (!plannedChange) return null;
	const { planId, plan, isAnnual, at } = plannedChange;
	const what = `${plan.name}, paid ${isAnnual ? "yearly" : "monthly"}, on ${day(at)}.`;
	if (planId === offer.planId && isAnnual === offer.isAnnual) {
		throw new AppError("conflict", `Your plan already changes to ${what}`);
	}
	return `Your plan changes to ${what} Another plan takes this change back.`;
}

/** Such as "March 5, 2027". */
function day(iso: string): string {
	return new Date(iso).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
