import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { createPlanChange } from "#server/subscriptions/change/plan-change.ts";
import { createTakeBacks } from "#server/subscriptions/change/take-back.ts";
import { openBillingLock } from "#server/subscriptions/sync/billing-lock.ts";
import { createReconciler } from "#server/subscriptions/sync/reconciler.ts";
import { createSettledSync } from "#server/subscriptions/sync/settled-sync.ts";
import { createStripeSync } from "#server/subscriptions/sync/stripe-sync.ts";
import { API } from "#shared/api-paths.ts";
import type { PlanId } from "#shared/plans/plan.ts";
import { checkoutAttempts } from "#shared/subscriptions/checkout-attempts.table.ts";
import { takeBacks } from "#shared/subscriptions/take-backs.table.ts";
import { activeOf, type BillingApp, settled, userOf } from "./billing.ts";
import { changeTo, newestSubscription, type Story } from "./billing-sequences.ts";
import { payingCustomer } from "./customers.ts";

type Standing = {
	atStripe: { plan: string | null | undefined; cancel_at_period_end: boolean; cancel_at: number | null; next: unknown };
	shown: unknown[];
};

/** A cancellation, one by a date of Stripe's own page, or a planned change. */
type Stands = "ends" | "ends by date" | "downgrade";

/** What people with a cancellation or a planned change do at Stripe's page for another plan (P127). */
export function lookingIn(app: BillingApp) {
	/** Someone on Pro, with a cancellation or a planned change that stands. */
	async function subscriber(standing: Stands): Promise<Story> {
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

	/** Another plan is refused without the person's word. */
	async function expectRefusal(standing: Stands, planId: PlanId, words: RegExp): Promise<void> {
		const story = await subscriber(standing);
		const before = await standingOf(story);
		const answer = await choose(story, planId);
		expect(answer.status).toBe(409);
		expect(await answer.json()).toMatchObject({ kind: "take_back_required", message: expect.stringMatching(words) });
		expect(await standingOf(story)).toEqual(before);
	}

	/** Who leaves Stripe's page finds what stood again, by the page's own link. */
	async function expectBackByLink(standing: Stands): Promise<void> {
		const story = await subscriber(standing);
		const before = await standingOf(story);
		const page = await (await story.person.get(await pageTakingBack(story, "enterprise"))).text();
		await settled(app);
		expect((await standingOf(story)).shown).toEqual(["pro", null, null]);
		expect(page).toContain(`${app.origin}${API.subscriptions.left}`);
		const back = await leave(story);
		expect([back.status, back.headers.get("location")]).toEqual([303, "/pricing"]);
		await settled(app);
		expect(await standingOf(story)).toEqual(before);
		// Left twice, or in another window.
		await leave(story);
		await settled(app);
		expect(await standingOf(story)).toEqual(before);
	}

	/** Who closes the window finds what stood again once Stripe's page has ended. */
	async function expectBackOnceEnded(standing: Stands): Promise<void> {
		const story = await subscriber(standing);
		const before = await standingOf(story);
		await pageTakingBack(story, "enterprise");
		await settled(app);
		// Who came to the checkout today is looked at every five minutes anyway.
		await app.deps.db.delete(checkoutAttempts).where(eq(checkoutAttempts.userId, (await userOf(app, story.email)).id));
		await reconcile(60 * 60_000);
		expect((await standingOf(story)).shown).toEqual(["pro", null, null]);
		await reconcile(71 * 60_000);
		expect(await standingOf(story)).toEqual(before);
	}

	const expects = { expectRefusal, expectBackByLink, expectBackOnceEnded };
	return { subscriber, standingOf, choose, pageTakingBack, leave, rowOf, reconcile, ...expects };
}
