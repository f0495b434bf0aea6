import { cardOf, collect, endSubscription, subscriptionOf } from "./billing.ts";
import { planOf } from "./catalog-objects.ts";
import { expireSession } from "./checkout.ts";
import { draftInvoice, finalizeInvoice, voidInvoice, wholePeriod } from "./invoicing.ts";
import { expirePendingUpdate } from "./pending-updates.ts";
import { nextRenewal } from "./periods.ts";
import { itemOf } from "./plan-changes.ts";
import type { Invoice, Subscription } from "./stored.ts";
import { updateSubscription } from "./subscription-changes.ts";
import type { World } from "./world.ts";

type Due = { at: number; customer: string | null; run: () => void };

const HOUR = 3600;
/** An incomplete subscription gives up after this. Source: docs.stripe.com/billing/subscriptions/overview. */
const INCOMPLETE_FOR = 23 * HOUR;
/** Stripe waits about an hour between making a renewal's invoice and charging it. */
const DRAFT_FOR = HOUR;

/** Does everything whose time has come on its customer's clock, each at its own moment and in order. */
export function catchUp(world: World): void {
	for (let due = nextDue(world); due; due = nextDue(world)) {
		world.frozen.at = due.at;
		try {
			due.run();
		} finally {
			world.frozen.at = null;
		}
	}
}

/** Moves a customer's clock (everybody's with `null`) ahead by some seconds, living through what happens meanwhile. */
export function advance(world: World, options: { customer: string | null; seconds: number }): void {
	const { store } = world;
	const customers = options.customer ? [store.customers.require(options.customer)] : store.customers.list();
	for (const { id } of customers) {
		const ahead = (store.clocks.get(id)?.ahead ?? 0) + options.seconds;
		store.clocks.put({ id, object: "clock", ahead });
	}
	catchUp(world);
}

function nextDue(world: World): Due | undefined {
	let next: Due | undefined;
	for (const due of dues(world)) {
		if (due.at <= world.now(due.customer) && (!next || due.at < next.at)) next = due;
	}
	return next;
}

function* dues(world: World): Iterable<Due> {
	const { store } = world;
	for (const session of store.sessions.list((one) => one.status === "open")) {
		yield { at: session.expires_at, customer: session.customer, run: () => expireSession(world, session) };
	}
	for (const subscription of store.subscriptions.list((one) => one.ended_at === null)) {
		yield* subscriptionDues(world, subscription);
	}
	for (const invoice of store.invoices.list((one) => one.status === "draft" || one.status === "open")) {
		const at = invoice.status === "draft" ? invoice.automatically_finalizes_at : invoice.next_payment_attempt;
		if (at !== null) yield { at, customer: invoice.customer, run: () => charge(world, invoice) };
	}
}

function* subscriptionDues(world: World, subscription: Subscription): Iterable<Due> {
	const { customer } = subscription;
	if (subscription.status === "incomplete") {
		yield { at: subscription.created + INCOMPLETE_FOR, customer, run: () => giveUp(world, subscription) };
		return;
	}
	if (subscription.pending_update) {
		const at = subscription.pending_update.expires_at;
		yield { at, customer, run: () => expirePendingUpdate(world, subscription) };
	}
	if (subscription.cancel_at !== null) {
		const at = subscription.cancel_at;
		yield { at, customer, run: () => endSubscription(world, subscription, "cancellation_requested") };
	}
	const at = itemOf(subscription).current_period_end;
	if (subscription.cancel_at === null || subscription.cancel_at > at) {
		yield { at, customer, run: () => renew(world, subscription) };
	}
}

/** Begins the next period: a downgrade that waited for it takes place, and an invoice is drafted. */
function renew(world: World, subscription: Subscription): void {
	const { store } = world;
	const item = itemOf(subscription);
	const start = item.current_period_end;
	const schedule = store.schedules.get(subscription.schedule);
	const planned = store.prices.get(schedule?.phases[1]?.items[0]?.price);
	const price = planned ?? item.price;
	const isNewCycle = price.recurring?.interval !== item.price.recurring?.interval;
	const anchor = isNewCycle ? start : subscription.billing_cycle_anchor;
	const end = nextRenewal(anchor, price.recurring?.interval ?? "month", start);
	const renewed = {
		...item,
		price: structuredClone(price),
		plan: planOf(price),
		current_period_start: start,
		current_period_end: end,
	};
	if (schedule) {
		store.schedules.patch(schedule, {
			status: "released",
			current_phase: null,
			released_at: start,
			released_subscription: subscription.id,
			subscription: null,
		});
		world.emit("subscription_schedule.released", schedule);
	}
	updateSubscription(world, subscription, {
		items: { ...subscription.items, data: [renewed] },
		billing_cycle_anchor: anchor,
		schedule: null,
	});
	const charged = [wholePeriod(world, renewed, price, { start, end })];
	const invoice = draftInvoice(world, subscription, { reason: "subscription_cycle", charged });
	// An unpaid subscription goes on making invoices, but nobody tries to charge them.
	const finalizesAt = subscription.status === "unpaid" ? null : start + DRAFT_FOR;
	store.invoices.patch(invoice, { automatically_finalizes_at: finalizesAt });
}

function charge(world: World, invoice: Invoice): void {
	const subscription = subscriptionOf(world, invoice);
	if (invoice.status === "draft") finalizeInvoice(world, invoice);
	const method = subscription && cardOf(world, subscription);
	world.store.invoices.patch(invoice, { next_payment_attempt: null });
	collect(world, invoice, { method, presence: "absent" });
}

function giveUp(world: World, subscription: Subscription): void {
	const invoice = world.store.invoices.get(subscription.latest_invoice);
	if (invoice?.status === "open") voidInvoice(world, invoice);
	updateSubscription(world, subscription, {
		status: "incomplete_expired",
		ended_at: world.now(subscription.customer),
	});
}
