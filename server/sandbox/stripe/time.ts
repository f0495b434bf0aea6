import { setImmediate } from "node:timers/promises";
import { cardOf, collect, endSubscription, subscriptionOf } from "./billing.ts";
import { planOf } from "./catalog-objects.ts";
import { expireSession } from "./checkout.ts";
import { draftInvoice, finalizeInvoice, voidInvoice, wholePeriod } from "./invoicing.ts";
import { expirePendingUpdate } from "./pending-updates.ts";
import { nextRenewal } from "./periods.ts";
import { itemOf } from "./plan-changes.ts";
import type { Invoice, Subscription } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import { updateSubscription } from "./subscription-changes.ts";
import type { World } from "./world.ts";

type Due = { at: number; customer: string | null; run: () => void };

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Stripe waits about an hour between making a renewal's invoice and charging it. */
const DRAFT_FOR = HOUR;

/** So much happens at one go; then it is written, and other requests have their turn. */
const AT_ONE_GO = 20;

/**
 * Does everything whose time has come on its customer's clock, each at its own moment and in order. Resolves when nothing
 * is left; who comes meanwhile waits for who was first.
 */
export function catchUp(world: World): Promise<void> {
	const { catchingUp } = world;
	const turn = (catchingUp.current ?? Promise.resolve()).then(() => liveThrough(world));
	const ended = turn
		.catch(() => {})
		.then(() => {
			if (catchingUp.current === ended) catchingUp.current = null;
		});
	catchingUp.current = ended;
	return turn;
}

async function liveThrough(world: World): Promise<void> {
	for (let done = 1; ; done++) {
		const due = nextDue(world);
		if (!due) return;
		world.frozen.at = due.at;
		try {
			due.run();
		} finally {
			world.frozen.at = null;
		}
		if (done % AT_ONE_GO > 0) continue;
		await world.store.flush();
		await setImmediate();
		// The rest happens after the next start.
		if (world.catchingUp.isStopped) return;
	}
}

/** How far a clock moves at once, and how far it may be ahead of ours in the end. */
export const FURTHEST = { days: 731, yearsAhead: 100 };

/**
 * Moves a customer's clock (everyone's with `null`) ahead by some seconds, living through what happens meanwhile.
 * Throws Stripe's refusal, before anything has moved, for a time that is none or too long.
 */
export async function advance(world: World, options: { customer: string | null; seconds: number }): Promise<void> {
	const { store } = world;
	const { customer, seconds } = options;
	if (!(Number.isInteger(seconds) && seconds > 0 && seconds <= FURTHEST.days * DAY)) {
		throw new StripeError(`Time moves ahead by at least a second and at most ${FURTHEST.days} days at once.`);
	}
	const customers = customer ? [store.customers.require(customer, "customer")] : store.customers.list();
	const clocks = customers.map(({ id }) => ({ id, ahead: (store.clocks.get(id)?.ahead ?? 0) + seconds }));
	if (clocks.some(({ ahead }) => ahead > FURTHEST.yearsAhead * 365 * DAY)) {
		throw new StripeError(`A customer's clock can be at most ${FURTHEST.yearsAhead} years ahead.`);
	}
	for (const clock of clocks) store.clocks.put({ ...clock, object: "clock" });
	await catchUp(world);
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
	if (subscription.pending_update) {
		const at = subscription.pending_update.expires_at;
		yield { at, customer, run: () => expirePendingUpdate(world, subscription) };
	}
	if (subscription.cancel_at !== null) {
		const at = subscription.cancel_at;
		yield { at, customer, run: () => endSubscription(world, subscription, "cancellation_requested") };
	}
	const resumesAt = subscription.pause_collection?.resumes_at;
	if (resumesAt) {
		yield {
			at: resumesAt,
			customer,
			run: () => updateSubscription(world, subscription, { pause_collection: null }),
		};
	}
	// A paused one has no periods.
	if (subscription.status === "paused") return;
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
		// The end of a trial is its first renewal.
		...(subscription.status === "trialing" && { status: "active" }),
	});
	const charged = [wholePeriod(world, renewed, price, { start, end })];
	const invoice = draftInvoice(world, subscription, { reason: "subscription_cycle", charged });
	// An unpaid subscription still makes invoices, which aren't charged.
	const finalizesAt = subscription.status === "unpaid" ? null : start + DRAFT_FOR;
	store.invoices.patch(invoice, { automatically_finalizes_at: finalizesAt });
	if (subscription.pause_collection?.behavior === "void") voidInvoice(world, invoice);
}

function charge(world: World, invoice: Invoice): void {
	const subscription = subscriptionOf(world, invoice);
	if (invoice.status === "draft") finalizeInvoice(world, invoice);
	const method = subscription && cardOf(world, subscription);
	world.store.invoices.patch(invoice, { next_payment_attempt: null });
	collect(world, invoice, { method, presence: "absent" });
}
