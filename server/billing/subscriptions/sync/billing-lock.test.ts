import { afterEach, beforeEach, expect, it } from "vitest";
import { createGuards, createStillSignedIn } from "#server/account/auth/guards.ts";
import { until } from "#server/testing/app/test-app.ts";
import { CARDS, pageFor, settled, submit, subscribeTo, userOf } from "#server/testing/billing/billing.ts";
import { customerOf, newestSubscription } from "#server/testing/billing/billing-sequences.ts";
import { difference } from "#server/testing/billing/billing-storms.ts";
import { newcomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createSubscriptions } from "../subscriptions.ts";

const AFTER_PAYMENT = `${API.subscriptions.active}?session_id=`;

const app = useBillingApp();
/**
 * What the first process reads at Stripe is kept back until the second has either gone on or waits for the lock: without
 * the lock both always act on what is no longer so.
 */
let otherProcess: ReturnType<typeof createSubscriptions>;
beforeEach(() => {
	const stillSignedIn = createStillSignedIn({ ownersOf: async () => new Map(), now: app.deps.now });
	const guards = createGuards({ activeSubscription: async () => null, stillSignedIn });
	const signIn = () => Promise.reject(new Error("Nobody signs in"));
	otherProcess = createSubscriptions({ ...app.deps, guards, signIn });
});
afterEach(async () => {
	app.proxy.breakWith(null);
	await Promise.all(otherProcess.work.map(({ stop }) => stop()));
});

/** Keeps back the answers to one call of the Stripe API; `open` lets them go. */
function holdAnswersTo(call: string) {
	let open = () => {};
	const until = new Promise<void>((resolve) => {
		open = resolve;
	});
	const held = { calls: 0, open };
	app.proxy.breakWith((one) => {
		if (one !== call) return null;
		held.calls++;
		return { kind: "held", until };
	});
	return held;
}

/** How many hold a billing lock, and how many wait for one. */
async function locks(): Promise<{ held: number; waiting: number }> {
	const { rows } = await app.deps.pool.query<{ granted: boolean }>(
		`SELECT granted FROM pg_locks WHERE locktype = 'advisory'
		 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
	);
	const held = rows.filter(({ granted }) => granted).length;
	return { held, waiting: rows.length - held };
}

it("F11: of two plans chosen at the same moment, in two processes, the second sees the first's page", async () => {
	const story = await newcomer(app);
	// The customer exists already: else the claim of a new one would keep the clicks apart.
	await pageFor(story.person, "starter");
	const { id } = await userOf(app, story.email);
	const held = holdAnswersTo("GET /v1/checkout/sessions");
	const first = subscribeTo(story.person, "basic");
	await until(() => held.calls === 1);
	const askedBefore = app.proxy.calls.length;
	const second = otherProcess.service.subscribe(id, {
		planId: "pro",
		isAnnual: false,
		takeBack: false,
		confirmed: false,
	});
	const asked = () => app.proxy.calls.slice(askedBefore).filter((call) => call === "GET /v1/subscriptions").length;
	await until(async () => asked() > 0 || (await locks()).waiting === 1);
	expect(asked()).toBe(0);
	held.open();
	await Promise.all([first, second]);
	const { data } = await app.stripe.checkout.sessions.list({ customer: await customerOf(story), status: "open" });
	expect(data.map(({ metadata }) => metadata?.offer)).toEqual(["pro_monthly"]);
});

it("F5: what was read before a change never overwrites what was read after it", async () => {
	const story = await newcomer(app);
	await submit(story.person, await pageFor(story.person, "pro"), { card_number: CARDS.ok });
	await settled(app);
	app.sandbox?.webhooks.pause();
	const { id } = await userOf(app, story.email);
	const held = holdAnswersTo("GET /v1/subscriptions");
	const early = otherProcess.service.clientView(id, { isAfterPayment: true });
	await until(() => held.calls === 1);
	await app.stripe.subscriptions.update((await newestSubscription(story)).id, { cancel_at_period_end: true });
	app.proxy.breakWith(null);
	const late = story.person.get(AFTER_PAYMENT);
	await until(async () => (await locks()).waiting === 1 || (await difference(story)) === null);
	held.open();
	await Promise.all([early, late]);
	// A slow machine gets its answers before the rows are written.
	await until(async () => (await locks()).held === 0);
	expect(await difference(story)).toBeNull();
	app.sandbox?.webhooks.resume();
	await settled(app);
});

it("the clicks of one person take one connection, however many they are: others go on", async () => {
	app.sandbox?.webhooks.pause();
	const { person } = await newcomer(app);
	const { person: other } = await newcomer(app);
	await submit(other, await pageFor(other, "basic"), { card_number: CARDS.ok });
	const held = holdAnswersTo("GET /v1/checkout/sessions");
	const plans = ["starter", "basic", "pro", "enterprise"] as const;
	const clicks = plans.flatMap((plan) => [subscribeTo(person, plan), subscribeTo(person, plan, true)]);
	await until(() => held.calls === 1);
	const isKnown = async () => ((await (await other.get(AFTER_PAYMENT)).json()) as ActiveSubscription).active;
	// Less than the time after which a click gives up.
	await until(isKnown, 7_000);
	held.open();
	await Promise.all(clicks);
	app.sandbox?.webhooks.resume();
	await settled(app);
});
