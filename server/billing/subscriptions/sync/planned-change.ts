import type Stripe from "stripe";
import { AppError } from "#server/platform/http/app-error.ts";
import { offerOfPrice } from "../stripe/plan-prices.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import type { PlannedChange } from "./subscription-row.ts";

/** What a schedule at Stripe has planned for later, and its price unless that was deleted. */
type Plan = { change: PlannedChange | null; price: Stripe.Price | null };

const NOTHING: Plan = { change: null, price: null };

/** Reads what is planned for a subscription: the phases of its schedule that come after the present one. */
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
 * Plans another price for the end of the paid period; nothing is charged before. Repeating it is safe.
 * @throws AppError `conflict` where the subscription's schedule has just ended
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
