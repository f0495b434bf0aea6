import type Stripe from "stripe";
import { AppError } from "#server/platform/http/app-error.ts";
import { offerOfPrice } from "../stripe/plan-prices.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import type { PlannedChange } from "./subscription-row.ts";

/** The price is null if it was deleted. */
type Plan = { change: PlannedChange | null; price: Stripe.Price | null };

const NOTHING: Plan = { change: null, price: null };

/** Reads a subscription's planned change: the phases of its schedule after the current one. */
export async function readPlan(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<Plan> {
	if (!schedule) return NOTHING;
	const id = typeof schedule === "string" ? schedule : schedule.id;
	const expand = ["phases.items.price"];
	const { phases, current_phase: current } = await stripe.subscriptionSchedules.retrieve(
		id,
		{ expand },
		WHILE_SOMEONE_WAITS,
	);
	const next = phases.find((phase) => current && phase.start_date > current.start_date);
	if (!next) return NOTHING;
	const found = next.items[0]?.price;
	const price = typeof found === "object" && !("deleted" in found && found.deleted) ? (found as Stripe.Price) : null;
	return { change: { offer: price && offerOfPrice(price), at: dateOf(next.start_date) }, price };
}

/**
 * Schedules another price for the end of the paid period; nothing is charged until then. Idempotent.
 * @throws AppError `conflict` if the subscription's schedule has just ended
 */
export async function planPrice(stripe: Stripe, subscription: Stripe.Subscription, price: Stripe.Price): Promise<void> {
	const { id, schedule: known } = subscription;
	const schedule = known
		? await stripe.subscriptionSchedules.retrieve(typeof known === "string" ? known : known.id, {}, WHILE_SOMEONE_WAITS)
		: await stripe.subscriptionSchedules.create({ from_subscription: id }, WHILE_SOMEONE_WAITS);
	const present = schedule.phases.find(({ start_date: start }) => start === schedule.current_phase?.start_date);
	if (!present) throw new AppError("subscription_changed", "This subscription has just changed. Please try again.");
	const { start_date, end_date } = present;
	const items = present.items.map((item) => ({ price: idOf(item.price), quantity: item.quantity ?? 1 }));
	const duration = { interval: price.recurring?.interval ?? "month", interval_count: 1 };
	const ahead = { items: [{ price: price.id, quantity: 1 }], duration, proration_behavior: "none" as const };
	const phases = [{ items, start_date, end_date }, ahead];
	await stripe.subscriptionSchedules.update(
		schedule.id,
		{ end_behavior: "release", proration_behavior: "none", phases },
		WHILE_SOMEONE_WAITS,
	);
}

function idOf(price: string | { id: string } | undefined): string {
	return typeof price === "object" ? price.id : (price ?? "");
}

function dateOf(seconds: number): Date {
	return new Date(seconds * 1000);
}

/** The metadata key of a canceled end (Unix seconds), kept until the change that replaces it is scheduled. */
const KEY = "ends_unless_planned";

export function isEnding({ cancel_at_period_end, cancel_at }: Stripe.Subscription): boolean {
	return cancel_at_period_end || cancel_at !== null;
}

/** Fields that undo an end, however it was scheduled: Stripe refuses a call that sets both. */
export function withoutEnd(subscription: Stripe.Subscription) {
	if (!isEnding(subscription)) return {};
	return subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" as const };
}

/** Undoes an end for a change to be scheduled next, and records it in the same call: see {@link settleEnd}. */
export async function exchangeEnd(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
	if (!isEnding(subscription)) return;
	const metadata = { [KEY]: String(subscription.cancel_at ?? subscription.items.data[0]?.current_period_end) };
	await stripe.subscriptions.update(subscription.id, { ...withoutEnd(subscription), metadata }, WHILE_SOMEONE_WAITS);
}

/**
 * Restores a canceled end if its replacement was never scheduled, such as after a crash. Idempotent.
 * @param isPlanned whether a change is planned for the subscription
 * @returns the subscription as it is afterwards
 */
export async function settleEnd(
	stripe: Stripe,
	subscription: Stripe.Subscription,
	isPlanned: boolean,
): Promise<Stripe.Subscription> {
	const end = Number(subscription.metadata[KEY] ?? 0);
	if (!end) return subscription;
	const isLost = !isPlanned && !isEnding(subscription);
	// A half-made schedule blocks the end.
	if (isLost) await releaseSchedule(stripe, subscription);
	const byDate = end > (subscription.items.data[0]?.current_period_end ?? 0);
	const again = byDate ? { cancel_at: end } : { cancel_at_period_end: true };
	return stripe.subscriptions.update(
		subscription.id,
		{ ...(isLost && again), metadata: { [KEY]: "" } },
		WHILE_SOMEONE_WAITS,
	);
}

/** Stripe allows no other change to a subscription with a schedule. */
export async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
	if (!schedule) return;
	const id = typeof schedule === "string" ? schedule : schedule.id;
	await stripe.subscriptionSchedules.release(id, {}, WHILE_SOMEONE_WAITS);
}
