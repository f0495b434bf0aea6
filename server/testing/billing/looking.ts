import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { openBillingLock } from "#server/subscriptions/billing-lock.ts";
import { createPlanChange } from "#server/subscriptions/plan-change.ts";
import { createReconciler } from "#server/subscriptions/reconciler.ts";
import { createSettledSync } from "#server/subscriptions/settled-sync.ts";
import { createStripeSync } from "#server/subscriptions/stripe-sync.ts";
import { createTakeBacks } from "#server/subscriptions/take-back.ts";
import { API } from "#shared/api-paths.ts";
import type { PlanId } from "#shared/plans/plan.ts";
import { takeBacks } from "#shared/subscriptions/take-backs.table.ts";
import { activeOf, type BillingApp, settled, userOf } from "./billing.ts";
import { changeTo, newestSubscription, type Story } from "./billing-sequences.ts";
import { payingCustomer } from "./customers.ts";

type Standing = {
	atStripe: { plan: string | null | undefined; cancel_at_period_end: boolean; cancel_at: number | null; next: unknown };
	shown: unknown[];
};

/** What people with a cancellation or a planned change do at Stripe's page for another plan (P127). */
export function lookingIn(app: BillingApp) {
	/** Someone on Pro, with a cancellation or a planned change that stands. */
	async function subscriber(standing: "ends" | "ends by date" | "downgrade"): Promise<Story> {
		const story = await payingCustomer(app);
		if (standing === "ends") await story.person.post(API.subscriptions.cancel);
		else if (standing === "downgrade") await changeTo("starter")(story);
		else await app.sandbox?.cancelInPortal({ subscription: (await newestSubscription(story)).id });
		await settled(app);
		return story;
	}

	/** What is at Stripe, and what we show of it. */
	async function standingOf(story: Story): Promise<Standing> {
		const { cancel_at_period_end, cancel_at, schedule, items } = await newestSubscription(story);
		const planned = schedule
			? (await app.stripe.subscriptionSchedules.retrieve(String(schedule))).phases[1]
			: undefined;
		const { subscription } = await activeOf(story.person);
		return {
			atStripe: {
				plan: items.data[0]?.price.lookup_key,
				cancel_at_period_end,
				cancel_at,
				next: planned && [planned.items[0]?.price, planned.start_date, planned.end_date],
			},
			shown: [subscription?.planId, subscription?.endsAt, subscription?.plannedChange],
		};
	}

	const choose = (story: Story, planId: PlanId, takeBack?: boolean) =>
		story.person.post(API.subscriptions.checkout, { planId, ...(takeBack && { takeBack, confirmed: true }) });
	async function pageTakingBack(story: Story, planId: PlanId): Promise<string> {
		const answer = await choose(story, planId, true);
		expect(answer.status).toBe(200);
		return ((await answer.json()) as { url: string }).url;
	}
	const leave = (story: Story) => story.person.get(API.subscriptions.left);
	const rowOf = async (story: Story) => {
		const { id } = await userOf(app, story.email);
		return (await app.deps.db.select().from(takeBacks).where(eq(takeBacks.userId, id)))[0];
	};

	/** A run of the reconciler, so much later. */
	async function reconcile(laterMs: number): Promise<void> {
		const now = () => new Date(Date.now() + laterMs);
		const lock = openBillingLock(app.deps);
		const planChange = createPlanChange(app.deps);
		const back = createTakeBacks({ ...app.deps, planChange, now });
		const sync = createSettledSync({ sync: createStripeSync({ ...app.deps, now }), takeBacks: back });
		await createReconciler({ ...app.deps, now, lock, sync, inbox: { receive: async () => {} } }).run();
		await lock.close();
	}

	return { subscriber, standingOf, choose, pageTakingBack, leave, rowOf, reconcile };
}
