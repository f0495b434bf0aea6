import type Stripe from "stripe";
import { AppError } from "#server/http/app-error.ts";
import { offerOfPrice } from "../stripe/plan-prices.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import type { PlannedChange } from "./subscription-row.ts";

/** A phase of a schedule at Stripe that lies ahead, as it is planned again; its end in Unix seconds. */
type PlannedPhase = { priceId: string; quantity: number; endsAt: number | null };

/** What a schedule at Stripe has planned for later. */
export type Plan = { change: PlannedChange | null; phases: PlannedPhase[] };

const NOTHING: Plan = { change: null, phases: [] };

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
	const ahead = phases.filter((phase) => current && phase.start_date > current.start_date);
	const [next] = ahead;
	const price = next?.items[0]?.price;
	const isTold = typeof price === "object" && !("deleted" in price && price.deleted);
	return {
		change: next ? { offer: isTold ? offerOfPrice(price as Stripe.Price) : null, at: dateOf(next.start_date) } : null,
		phases: ahead.map((phase) => ({
			priceId: idOf(phase.items[0]?.price),
			quantity: phase.items[0]?.quantity ?? 1,
			endsAt: phase.end_date,
		})),
	};
}

/**
 * Plans another price for the end of the paid period; nothing is charged before. Repeating it is safe.
 * @throws AppError `conflict` where the subscription's schedule has just ended
 */
export async function planPrice(stripe: Stripe, subscription: Stripe.Subscription, price: Stripe.Price): Promise<void> {
	const interval = price.recurring?.interval ?? "month";
	const isPlanned = await replan(stripe, subscription, [
		{ items: [{ price: price.id, quantity: 1 }], duration: { interval, interval_count: 1 } },
	]);
	if (!isPlanned) throw new AppError("subscription_changed", "This subscription has just changed. Please try again.");
}

/** Plans for a subscription what was planned before its schedule was released. Repeating it is safe. */
export async function planAgain(
	stripe: Stripe,
	subscription: Stripe.Subscription,
	phases: PlannedPhase[],
): Promise<void> {
	const ahead = phases.map(({ priceId, quantity, endsAt }) => ({
		items: [{ price: priceId, quantity }],
		...(endsAt !== null && { end_date: endsAt }),
	}));
	await replan(stripe, subscription, ahead);
}

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase;

/**
 * Puts these phases after the present one, on the subscription's own schedule or a new one.
 * @returns false, and nothing is changed, where the schedule is over
 */
async function replan(stripe: Stripe, { id, schedule: known }: Stripe.Subscription, ahead: Phase[]): Promise<boolean> {
	const schedule = known
		? await stripe.subscriptionSchedules.retrieve(typeof known === "string" ? known : known.id, {}, WHILE_SOMEONE_WAITS)
		: await stripe.subscriptionSchedules.create({ from_subscription: id }, WHILE_SOMEONE_WAITS);
	const present = schedule.phases.find(({ start_date: start }) => start === schedule.current_phase?.start_date);
	if (!present) return false;
	await stripe.subscriptionSchedules.update(
		schedule.id,
		{
			end_behavior: "release",
			proration_behavior: "none",
			phases: [
				{
					items: present.items.map((item) => ({ price: idOf(item.price), quantity: item.quantity ?? 1 })),
					start_date: present.start_date,
					end_date: present.end_date,
				},
				...ahead.map((phase) => ({ ...phase, proration_behavior: "none" as const })),
			],
		},
		WHILE_SOMEONE_WAITS,
	);
	return true;
}

function idOf(price: string | { id: string } | undefined): string {
	return typeof price === "object" ? price.id : (price ?? "");
}

function dateOf(seconds: number): Date {
	return new Date(seconds * 1000);
}
