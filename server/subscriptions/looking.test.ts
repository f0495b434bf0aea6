import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { activeOf, settled, submit, subscribeTo, userOf } from "#server/testing/billing/billing.ts";
import { newestSubscription } from "#server/testing/billing/billing-sequences.ts";
import { lookingIn } from "#server/testing/billing/looking.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/api-paths.ts";
import { takeBacks } from "#shared/subscriptions/take-backs.table.ts";
import { createPlanChange } from "./change/plan-change.ts";
import { createTakeBacks } from "./change/take-back.ts";

const app = useBillingApp();
const { subscriber, standingOf, choose, pageTakingBack, leave, rowOf, reconcile, ...looking } = lookingIn(app);
const { expectRefusal, expectBackByLink, expectBackOnceEnded } = looking;

describe("P127: looking changes nothing", () => {
	it.each([
		["ends", "enterprise", /^Your subscription ends on .+\. Choosing another plan undoes this cancellation\.$/],
		["downgrade", "enterprise", /^Your plan changes to Starter, paid monthly, on .+ undoes this change\.$/],
	] as const)("%s: another plan is refused without the person's word", expectRefusal);

	it.each(["ends by date", "downgrade"] as const)(
		"%s: who leaves Stripe's page finds it again, by its own link",
		expectBackByLink,
	);

	it("ends: who closes the window finds it again once the page has ended", () => expectBackOnceEnded("ends"));

	it("who comes back by the browser's own button finds it again with the first page that they look at", async () => {
		const story = await subscriber("ends");
		const before = await standingOf(story);
		await pageTakingBack(story, "enterprise");
		await settled(app);
		// Still on their way.
		expect((await standingOf(story)).shown).toEqual(["pro", null, null]);
		const isTheirs = eq(takeBacks.userId, (await userOf(app, story.email)).id);
		await app.deps.db
			.update(takeBacks)
			.set({ openedAt: new Date(Date.now() - 16_000) })
			.where(isTheirs);
		await expect.poll(() => standingOf(story)).toEqual(before);
	});

	it("what takes effect within two hours is not taken back", async () => {
		const story = await subscriber("ends");
		const before = await standingOf(story);
		const subscription = await newestSubscription(story);
		const { id } = await userOf(app, story.email);
		const end = (subscription.items.data[0]?.current_period_end ?? 0) * 1000;
		const takingBack = (beforeEndMs: number) =>
			createTakeBacks({
				...app.deps,
				planChange: createPlanChange(app.deps),
				now: () => new Date(end - beforeEndMs),
			}).begin(id, subscription);
		await expect(takingBack(2 * 60 * 60_000 - 1)).rejects.toThrow(/^Your plan changes within two hours/);
		expect(await rowOf(story)).toBeUndefined();
		expect(await standingOf(story)).toEqual(before);
		await takingBack(2 * 60 * 60_000);
		expect((await newestSubscription(story)).cancel_at_period_end).toBe(false);
	});

	it("a change that is planned already is not asked for again, and stands", async () => {
		const story = await subscriber("downgrade");
		const before = await standingOf(story);
		for (const takeBack of [false, true]) {
			const answer = await choose(story, "starter", takeBack);
			expect([answer.status, await answer.json()]).toMatchObject([
				409,
				{
					kind: "conflict",
					message: expect.stringMatching(
						/^Your plan already changes to Starter, paid monthly, on [A-Z]\w+ \d+, \d{4}\.$/,
					),
				},
			]);
		}
		await settled(app);
		expect(await standingOf(story)).toEqual(before);
	});

	it("who confirms has taken it back for good", async () => {
		const story = await subscriber("ends");
		await submit(story.person, await pageTakingBack(story, "enterprise"), { action: "confirm" });
		await settled(app);
		await leave(story);
		await reconcile(71 * 60_000);
		expect((await standingOf(story)).shown).toEqual(["enterprise", null, null]);
		expect(await rowOf(story)).toBeUndefined();
	});

	it("who confirms a change for later has that one planned, and no other", async () => {
		const story = await subscriber("downgrade");
		expect(await pageTakingBack(story, "basic")).toBe(`${app.origin}/admin?tab=subscription&changed=planned`);
		await settled(app);
		await leave(story);
		expect((await activeOf(story.person)).subscription).toMatchObject({
			planId: "pro",
			plannedChange: { planId: "basic", plan: { name: "Basic" }, isAnnual: false },
		});
		expect(await rowOf(story)).toBeUndefined();
	});

	it("where Stripe's page can't be made, what stood stands at once", async () => {
		const story = await subscriber("ends");
		const before = await standingOf(story);
		app.proxy.breakWith((call) => (call.endsWith("/billing_portal/sessions") ? { kind: "status", status: 400 } : null));
		expect((await choose(story, "enterprise", true)).status).toBe(502);
		app.proxy.breakWith(null);
		await settled(app);
		expect(await standingOf(story)).toEqual(before);
	});

	it("a cancellation that fails half-way calls no planned change off, at once or once Stripe is back", async () => {
		const story = await subscriber("downgrade");
		const before = await standingOf(story);
		for (const isAway of [false, true]) {
			const broken = (call: string) =>
				call.startsWith("POST /v1/subscriptions/") || (isAway && call === "POST /v1/subscription_schedules");
			app.proxy.breakWith((call) => (broken(call) ? { kind: "status", status: 503 } : null));
			expect((await story.person.post(API.subscriptions.cancel)).status).toBe(502);
			app.proxy.breakWith(null);
			if (isAway) await reconcile(71 * 60_000);
			await settled(app);
			expect(await standingOf(story)).toEqual(before);
		}
		expect((await story.person.post(API.subscriptions.cancel)).status).toBe(200);
		expect((await newestSubscription(story)).cancel_at_period_end).toBe(true);
		expect(await rowOf(story)).toBeUndefined();
	});

	it("'Keep my plan' calls a planned change off, twice as well as once", async () => {
		const story = await subscriber("downgrade");
		for (const _time of [1, 2]) {
			const kept = await story.person.post(API.subscriptions.keepPlan);
			expect(await kept.json()).toMatchObject({ subscription: { planId: "pro", plannedChange: null } });
		}
		expect((await subscribeTo(story.person, "enterprise")).status).toBe(200);
	});
});
