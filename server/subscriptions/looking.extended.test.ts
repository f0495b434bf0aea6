import { describe, expect, it } from "vitest";
import { settled, submit, userOf } from "#server/testing/billing/billing.ts";
import { newestSubscription } from "#server/testing/billing/billing-sequences.ts";
import { lookingIn } from "#server/testing/billing/looking.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/api-paths.ts";
import { takeBacks } from "#shared/subscriptions/take-backs.table.ts";

const app = useBillingApp();
const { subscriber, standingOf, choose, pageTakingBack, leave, rowOf, ...looking } = lookingIn(app);
const { expectRefusal, expectBackByLink, expectBackOnceEnded } = looking;

describe("P127: looking changes nothing, in every order", () => {
	it("ends by date: another plan is refused without the person's word", () =>
		expectRefusal("ends by date", "starter", /^Your subscription ends on /));

	it("ends: who leaves Stripe's page finds it again, by its own link", () => expectBackByLink("ends"));

	it.each(["ends by date", "downgrade"] as const)(
		"%s: who closes the window finds it again once the page has ended",
		expectBackOnceEnded,
	);

	it("every page that is looked at on the way back waits for what is being put back", async () => {
		const story = await subscriber("ends");
		const before = await standingOf(story);
		await pageTakingBack(story, "enterprise");
		await settled(app);
		const back = () => story.person.get(`${API.subscriptions.active}?session_id=`);
		const seen = await Promise.all([back(), back(), back()]);
		for (const answer of seen) expect(await answer.json()).toMatchObject({ subscription: { endsAt: before.shown[1] } });
	});

	it("who was answered just before, and is back at once, is not told what was so before", async () => {
		const story = await subscriber("ends");
		const before = await standingOf(story);
		const look = async () => (await story.person.get(`${API.subscriptions.active}?session_id=`)).json();
		await look();
		await pageTakingBack(story, "enterprise");
		await settled(app);
		expect(await look()).toMatchObject({ subscription: { endsAt: before.shown[1] } });
	});

	it("who confirms late, on a page left open, has taken it back after all", async () => {
		const story = await subscriber("ends");
		const page = await pageTakingBack(story, "enterprise");
		await leave(story);
		expect((await standingOf(story)).atStripe.cancel_at_period_end).toBe(true);
		await submit(story.person, page, { action: "confirm" });
		await settled(app);
		expect((await standingOf(story)).shown).toEqual(["enterprise", null, null]);
	});

	it.each(["ends", "downgrade"] as const)("%s: asking again is the same, and forgets nothing", async (standing) => {
		const story = await subscriber(standing);
		const before = await standingOf(story);
		await Promise.all([pageTakingBack(story, "enterprise"), pageTakingBack(story, "enterprise")]);
		await pageTakingBack(story, "enterprise");
		// Without the word it is refused as before, and stands again.
		expect((await choose(story, "enterprise")).status).toBe(409);
		await settled(app);
		expect(await standingOf(story)).toEqual(before);
	});

	it("a crash before anything was changed at Stripe leaves what stood", async () => {
		const story = await subscriber("ends");
		const before = await standingOf(story);
		const { id } = await userOf(app, story.email);
		await app.deps.db.insert(takeBacks).values({
			...{ userId: id, stripeSubscriptionId: (await newestSubscription(story)).id, cancelAtPeriodEnd: true },
			...{ plannedPhases: [], priceId: "price_pro_monthly", openedAt: new Date() },
		});
		await leave(story);
		expect(await standingOf(story)).toEqual(before);
		expect(await rowOf(story)).toBeUndefined();
	});

	it("a crash half-way through putting a planned change back is made good", async () => {
		const story = await subscriber("downgrade");
		const before = await standingOf(story);
		await pageTakingBack(story, "enterprise");
		const { id } = await newestSubscription(story);
		await app.stripe.subscriptionSchedules.create({ from_subscription: id });
		await leave(story);
		await settled(app);
		expect(await standingOf(story)).toEqual(before);
	});

	it("other buttons act on what stood", async () => {
		const story = await subscriber("ends");
		await pageTakingBack(story, "enterprise");
		expect(await (await story.person.post(API.subscriptions.cancel)).json()).toMatchObject({
			subscription: { planId: "pro", cancelAtPeriodEnd: true },
		});
		await pageTakingBack(story, "enterprise");
		expect(await (await story.person.post(API.subscriptions.reactivate)).json()).toMatchObject({
			subscription: { planId: "pro", endsAt: null },
		});
		await leave(story);
		expect((await standingOf(story)).shown).toEqual(["pro", null, null]);
	});
});
