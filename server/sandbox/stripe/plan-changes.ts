import { cardOf, collect } from "./billing.ts";
import { planOf } from "./catalog-objects.ts";
import { type Charged, openInvoice, wholePeriod } from "./invoicing.ts";
import { expirePendingUpdate, holdUpdate } from "./pending-updates.ts";
import { addInterval } from "./periods.ts";
import type { Price, Subscription, SubscriptionItem, SubscriptionSchedule } from "./stored.ts";
import { noSuch, StripeError } from "./stripe-error.ts";
import { updateSubscription } from "./subscription-changes.ts";
import { newSchedule } from "./subscription-objects.ts";
import type { World } from "./world.ts";

/** A change to another price, worked out but not yet done. */
export type PlanChange = { item: SubscriptionItem; price: Price; charged: Charged[] };

/** What a change to another price costs at this moment: credit for the unused time, then the new price. */
export function priceChange(world: World, subscription: Subscription, price: Price, at?: number): PlanChange {
	const before = itemOf(subscription);
	const now = world.now(subscription.customer);
	const since = at ?? now;
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
	const rest = { start: since, end: period.end };
	const newCharge = isSameInterval
		? proration(world, { item, price, amount: price.unit_amount ?? 0, period, rest, words: "Remaining time on" })
		: wholePeriod(world, item, price, period);
	return { item, price, charged: [unusedTime(world, subscription, before, since), newCharge] };
}

type Wanted = {
	items?: { id: string; price: string }[] | undefined;
	cancel_at?: number | null | undefined;
	payment_behavior?: string | undefined;
	proration_behavior?: string | undefined;
	proration_date?: number | undefined;
};

/** The price that a call changes a subscription to. The sandbox knows only a pending update that is invoiced at once. */
export function priceToChangeTo(world: World, subscription: Subscription, wanted: Wanted): Price {
	const item = itemOf(subscription);
	const [asked] = wanted.items ?? [];
	if (asked?.id !== item.id) throw noSuch("subscription_item", asked?.id ?? "", "items[0][id]", 400);
	if (!wanted.payment_behavior || !wanted.proration_behavior) {
		throw new StripeError("The sandbox changes a price only as a pending update that is invoiced at once.");
	}
	if (wanted.cancel_at !== undefined) {
		const name = "payment_behavior";
		throw new StripeError(
			"When `payment_behavior` is set to `pending_if_incomplete`, you can only pass parameters that are supported by pending updates. Unsupported parameter: cancel_at.",
			{ param: name },
		);
	}
	if (subscription.schedule) {
		throw new StripeError(
			`The subscription is managed by the subscription schedule \`${subscription.schedule}\`. Release it, or update the schedule instead.`,
		);
	}
	const price = world.store.prices.require(asked.price, "items[0][price]");
	checkProrationDate(world, subscription, wanted.proration_date, "proration_date");
	return price;
}

/** Prorations are of the running period: `subscription_details.proration_date` in the SDK's types. */
export function checkProrationDate(
	world: World,
	subscription: Subscription,
	at: number | undefined,
	param: string,
): void {
	const { current_period_start: start } = itemOf(subscription);
	if (at === undefined || (at >= start && at <= world.now(subscription.customer))) return;
	throw new StripeError("Cannot specify `proration_date` outside of the current billing period.", { param });
}

type NewPrice = {
	price: Price;
	proration_date?: number | undefined;
	cancel_at_period_end?: boolean | undefined;
};

/**
 * Changes the price now and charges the difference now (`proration_behavior=always_invoice`). An unpaid change waits
 * as a pending update.
 */
export function changePriceNow(world: World, subscription: Subscription, wanted: NewPrice): void {
	if (subscription.pending_update) expirePendingUpdate(world, subscription);
	if (itemOf(subscription).price.id === wanted.price.id) return;
	const change = priceChange(world, subscription, wanted.price, wanted.proration_date);
	const invoice = openInvoice(world, subscription, { reason: "subscription_update", charged: change.charged });
	holdUpdate(world, subscription, {
		items: [change.item],
		cancelAtPeriodEnd: wanted.cancel_at_period_end ?? null,
	});
	const method = cardOf(world, subscription);
	if (method || invoice.amount_due === 0) collect(world, invoice, { method, presence: "absent" });
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
