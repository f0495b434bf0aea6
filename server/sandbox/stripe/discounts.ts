import { newId } from "./store.ts";
import type { Coupon, Discount, PromotionCode, Subscription } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import type { World } from "./world.ts";

/** What a customer may enter on the checkout page: the promotion code, or Stripe's refusal. */
export function findPromotionCode(world: World, code: string, customer: string | null): PromotionCode {
	const { store } = world;
	const [promotion] = store.promotionCodes.list(
		(one) => one.active && one.code.toLowerCase() === code.trim().toLowerCase(),
	);
	const coupon = store.coupons.get(promotion?.promotion.coupon);
	if (!promotion || !coupon?.valid) throw new StripeError("This code is invalid.", { param: "promotion_code" });
	const hasPaid = store.invoices.list((one) => one.customer === customer && one.status === "paid").length > 0;
	if (promotion.restrictions.first_time_transaction && hasPaid) {
		throw new StripeError("This code is only valid for your first purchase.", { param: "promotion_code" });
	}
	return promotion;
}

/** Cents that a coupon takes off an amount. */
export function amountOff(coupon: Coupon, amount: number): number {
	return Math.round((amount * (coupon.percent_off ?? 0)) / 100);
}

/** Puts a coupon on a subscription and counts its use. */
export function applyDiscount(
	world: World,
	subscription: Subscription,
	source: { coupon: Coupon; promotionCode: string | null; session: string | null },
): Discount {
	const { store } = world;
	const start = world.now(subscription.customer);
	const { coupon } = source;
	const discount: Discount = store.discounts.put({
		id: newId("di"),
		object: "discount",
		checkout_session: source.session,
		customer: subscription.customer,
		customer_account: null,
		end: null,
		invoice: null,
		invoice_item: null,
		promotion_code: source.promotionCode,
		source: { coupon: coupon.id, type: "coupon" },
		start,
		subscription: subscription.id,
		subscription_item: null,
	});
	store.subscriptions.patch(subscription, { discounts: [...subscription.discounts, discount.id] });
	store.coupons.patch(coupon, { times_redeemed: coupon.times_redeemed + 1 });
	const promotion = store.promotionCodes.get(source.promotionCode);
	if (promotion) store.promotionCodes.patch(promotion, { times_redeemed: promotion.times_redeemed + 1 });
	world.emit("customer.discount.created", discount);
	return discount;
}

/** Discounts that a subscription still has, with their coupons. */
export function runningDiscounts(world: World, subscription: Subscription): { discount: Discount; coupon: Coupon }[] {
	return subscription.discounts.flatMap((id) => {
		const discount = world.store.discounts.get(id);
		const coupon = world.store.coupons.get(discount?.source.coupon);
		if (!discount || !coupon) return [];
		return [{ discount, coupon }];
	});
}

/** A coupon for one invoice leaves the subscription once that invoice is made. */
export function endSingleDiscounts(world: World, subscription: Subscription): void {
	const left = subscription.discounts.filter((id) => {
		const discount = world.store.discounts.get(id);
		return world.store.coupons.get(discount?.source.coupon)?.duration !== "once";
	});
	if (left.length < subscription.discounts.length) world.store.subscriptions.patch(subscription, { discounts: left });
}
