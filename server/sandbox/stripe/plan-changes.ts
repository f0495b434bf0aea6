import { cardOf, collect } from "./billing.ts";
import { planOf } from "./catalog-objects.ts";
import { type Charged, openInvoice, wholePeriod } from "./invoicing.ts";
import type { PaymentResult } from "./payments.ts";
import { expirePendingUpdate, holdUpdate } from "./pending-updates.ts";
import { addInterval } from "./periods.ts";
import type { Price, Subscription, SubscriptionItem, SubscriptionSchedule } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import { updateSubscription } from "./subscription-changes.ts";
import { newSchedule } from "./subscription-objects.ts";
import type { World } from "./world.ts";

/** A change to another price, worked out but not yet done. */
export type PlanChange = { item: SubscriptionItem; price: Price; charged: Charged[] };

/** What a change to another price costs at this moment: credit for the unused time, then the new price. */
export function priceChange(world: World, subscription: Subscription, price: Price): PlanChange {
	const before = itemOf(subscription);
	const now = world.now(subscription.customer);
	const isSameInterval = before.price.recurring?.interval === price.recurring?.interval;
	const period = isSameInterval
		? { start: before.current_period_start, end: before.current_period_end }
		: { start: now, end: addInterval(now, price.recurring?.interval ?? "month", 1) };
	const item: SubscriptionItem = {
		...structuredClone(before),
		price: structuredClone(price),
		plan: planOf(price),
		current_period_start: period.start,
		current_period_end: period.end,
	};
	const rest = { start: now, end: period.end };
	const newCharge = isSameInterval
		? proration(world, { item, price, amount: price.unit_amount ?? 0, period, rest, words: "Remaining time on" })
		: wholePeriod(world, item, price, period);
	return { item, price, charged: [unusedTime(world, subscription, before, now), newCharge] };
}

/**
 * Changes the price now and charges the difference now (`proration_behavior=always_invoice`). An unpaid change waits
 * as a pending update, as the portal makes it.
 */
export function changePriceNow(world: World, subscription: Subscription, price: Price): PaymentResult {
	releaseSchedule(world, subscription);
	if (subscription.pending_update) expirePendingUpdate(world, subscription);
	const change = priceChange(world, subscription, price);
	const invoice = openInvoice(world, subscription, { reason: "subscription_update", charged: change.charged });
	holdUpdate(world, subscription, [change.item]);
	const method = cardOf(world, subscription);
	const isFree = invoice.amount_due === 0;
	return method || isFree ? collect(world, invoice, { method, presence: "present" }) : "declined";
}

/** Puts a subscription as it is under a schedule. Source: docs.stripe.com/api/subscription_schedules/create, `from_subscription`. */
export function attachSchedule(world: World, subscription: Subscription): SubscriptionSchedule {
	const created = world.now(subscription.customer);
	const schedule = newSchedule({ subscription, item: itemOf(subscription), created });
	world.store.schedules.put(schedule);
	world.emit("subscription_schedule.created", schedule);
	updateSubscription(world, subscription, { schedule: schedule.id });
	return schedule;
}

type WantedPhase = {
	items: { price: string }[];
	start_date?: number | undefined;
	end_date?: number | undefined;
	duration?: { interval: string; interval_count: number } | undefined;
};

/** Replaces the phases: the present one stays as it is, and each begins where the one before ends. */
export function replanSchedule(world: World, schedule: SubscriptionSchedule, [first, second]: WantedPhase[]): void {
	const [present] = schedule.phases;
	if (!present || first?.start_date !== present.start_date) {
		throw new StripeError("The subscription schedule update is missing the current phase.", { param: "phases" });
	}
	const presentEnd = endOf(first, present.start_date);
	const phases = [{ ...present, end_date: presentEnd }];
	const [item] = present.items;
	if (second && item) {
		const price = world.store.prices.require(second.items[0]?.price ?? "", "phases[1][items][0][price]");
		phases.push({
			...present,
			start_date: presentEnd,
			end_date: endOf(second, presentEnd),
			items: [{ ...item, price: price.id, plan: price.id }],
		});
	}
	const previous = world.store.schedules.patch(schedule, { phases });
	world.emit("subscription_schedule.updated", schedule, previous);
}

function endOf({ end_date: end, duration }: WantedPhase, start: number): number {
	if ((end === undefined) === (duration === undefined)) {
		throw new StripeError("Each phase needs one of `duration` or `end_date`.", { param: "phases" });
	}
	return end ?? addInterval(start, duration?.interval ?? "", duration?.interval_count ?? 1);
}

/** Lets a subscription go on as it is, without its planned change. */
export function releaseSchedule(world: World, subscription: Subscription): void {
	const schedule = world.store.schedules.get(subscription.schedule);
	if (!schedule) return;
	world.store.schedules.patch(schedule, {
		status: "released",
		current_phase: null,
		released_at: world.now(subscription.customer),
		released_subscription: subscription.id,
		subscription: null,
	});
	world.emit("subscription_schedule.released", schedule);
	updateSubscription(world, subscription, { schedule: null });
}

export function itemOf(subscription: Subscription): SubscriptionItem {
	const [item] = subscription.items.data;
	if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
	return item;
}

/** In flexible billing mode the credit is a share of what was really paid for the time, discounts included. */
function unusedTime(world: World, subscription: Subscription, item: SubscriptionItem, now: number): Charged {
	const lines = world.store.invoices
		.list((one) => one.status === "paid" && one.parent?.subscription_details?.subscription === subscription.id)
		.flatMap((invoice) => invoice.lines.data)
		.filter((line) => line.amount > 0 && line.period.end === item.current_period_end)
		.sort((a, b) => b.period.start - a.period.start);
	const [line] = lines;
	const off = (line?.discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
	const paid = line ? line.amount - off : 0;
	const period = line?.period ?? { start: item.current_period_start, end: item.current_period_end };
	const rest = { start: now, end: item.current_period_end };
	return proration(world, { item, price: item.price, amount: -paid, period, rest, words: "Unused time on" });
}

function proration(
	world: World,
	options: {
		item: SubscriptionItem;
		price: Price;
		amount: number;
		period: { start: number; end: number };
		rest: { start: number; end: number };
		words: string;
	},
): Charged {
	const { item, price, period, rest } = options;
	const share = (rest.end - rest.start) / (period.end - period.start);
	const day = new Date(rest.start * 1000).toISOString().slice(0, 10);
	return {
		item,
		price,
		amount: Math.round(options.amount * share),
		description: `${options.words} ${world.store.products.get(price.product)?.name} after ${day}`,
		period: rest,
		proration: true,
	};
}
