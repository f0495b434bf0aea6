import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import {
	type BillingApp,
	countEvents,
	deliver,
	eventAbout,
	settled,
	startBillingApp,
	subscribeTo,
	userOf,
} from "#server/testing/billing.ts";
import { customerOf, newestSubscription, SEQUENCES } from "#server/testing/billing-sequences.ts";
import { calm, difference, permutations, replay, silently, stormy } from "#server/testing/billing-storms.ts";
import { startKillableBilling } from "#server/testing/killable-billing.ts";
import { until } from "#server/testing/test-app.ts";
import { API } from "#shared/api-paths.ts";
import { openBillingLock } from "./billing-lock.ts";
import { createReconciler } from "./reconciler.ts";
import { createStripeSync } from "./stripe-sync.ts";

/** `npm run billing:torture` runs the long form; the test suite runs the short one. */
// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
const IS_LONG = process.env.BILLING_TORTURE === "long";
const HOW_MANY = IS_LONG
	? { ordersEach: Number.POSITIVE_INFINITY, storms: 67, users: 100, mutations: 1_000, kills: 50 }
	: { ordersEach: 3, storms: 1, users: 3, mutations: 200, kills: 2 };

vi.setConfig({ testTimeout: IS_LONG ? 7_200_000 : 180_000, hookTimeout: 60_000 });

const stories = Object.keys(SEQUENCES);
let app: BillingApp;
let people = 0;
beforeAll(async () => {
	app = await startBillingApp();
});
afterEach(async () => {
	app.sandbox?.webhooks.resume();
	await calm(app);
});
afterAll(() => app.close());

const newEmail = () => `torture${++people}@example.com`;
const say = (line: string) => process.stdout.write(`  ${line}\n`);

it("F4: every order of every story's events, each event twice, ends in Stripe's state", async () => {
	let orders = 0;
	for (const name of stories) {
		const { story, events } = await silently(app, name, newEmail());
		expect(events.length).toBeGreaterThan(0);
		for (const order of spread([...permutations(events)], HOW_MANY.ordersEach)) {
			await replay(story, { events: order, isDoubled: true });
			expect(await difference(story), `${name}: ${order.map(({ type }) => type)}`).toBeNull();
			orders++;
		}
	}
	say(`${orders} orders of ${stories.length} stories: 1 state each`);
});

it("F5: stories whose events arrive shuffled, doubled and in parallel, with a slow Stripe", async () => {
	let told = 0;
	for (let storm = 0; storm < HOW_MANY.storms; storm++) {
		const jitterMs = [0, 10, 50, 200, 500][storm % 5] ?? 0;
		// Eight at a time.
		for (let from = 0; from < stories.length; from += 8) {
			const some = stories.slice(from, from + 8);
			const ended = await Promise.all(some.map((name) => stormy(app, name, { email: newEmail(), jitterMs })));
			await calm(app);
			for (const story of ended) expect(await difference(story)).toBeNull();
			told += ended.length;
		}
	}
	say(`${told} interleavings: 0 differ from Stripe`);
});

it("F6: with 30 % of deliveries lost, everything converges within fifteen minutes", async () => {
	app.sandbox?.webhooks.faults({ drop: 0.3 });
	const told = [];
	for (const name of stories) {
		const email = newEmail();
		const story = { app, email, person: await app.signedIn({ email }) };
		for (const step of SEQUENCES[name] ?? []) await step(story);
		told.push(story);
	}
	await app.sandbox?.webhooks.idle();
	const inTenMinutes = () => new Date(Date.now() + 10 * 60_000);
	const lock = openBillingLock(app.deps);
	const sync = createStripeSync(app.deps);
	const inbox = { receive: async () => {} };
	await createReconciler({ ...app.deps, now: inTenMinutes, lock, sync, inbox }).run();
	await lock.close();
	for (const story of told) expect(await difference(story)).toBeNull();
	say(`${told.length} stories with 30 % of their deliveries lost: all converged in one run of the reconciler`);
});

it("F11: twenty clicks at once make one customer and at most one open page", async () => {
	for (let user = 0; user < HOW_MANY.users; user++) {
		const email = newEmail();
		const person = await app.signedIn({ email });
		const plans = ["starter", "basic", "pro", "enterprise"] as const;
		// Every other user has been to the checkout before: then no claim of a customer keeps the clicks apart.
		if (user % 2 === 1) await subscribeTo(person, "starter", true);
		await Promise.all(Array.from({ length: 20 }, (_, index) => subscribeTo(person, plans[index % 4] ?? "pro")));
		const { id } = await userOf(app, email);
		const customer = await customerOf({ app, person, email });
		const all = await app.stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
		expect(all.filter(({ metadata }) => metadata.userId === id)).toHaveLength(1);
		const open = await app.stripe.checkout.sessions.list({ customer, status: "open" });
		expect(open.data).toHaveLength(1);
	}
	say(`20 parallel subscribes of ${HOW_MANY.users} users: 1 customer and 1 open page each`);
});

it("F1: no mutated signature or body is accepted", async () => {
	const before = await countEvents(app);
	const secret = app.deps.config.stripe.webhookSecrets[0] ?? "";
	const payload = JSON.stringify(eventAbout("cus_1"), null, 2);
	const signature = app.deps.stripe.webhooks.generateTestHeaderString({ payload, secret });
	for (let index = 0; index < HOW_MANY.mutations; index++) {
		const isBody = index % 2 === 0;
		const answer = await fetch(app.origin + API.stripeWebhook, {
			method: "POST",
			headers: { "stripe-signature": isBody ? signature : mutate(signature, index) },
			body: isBody ? mutate(payload, index) : payload,
		});
		expect(answer.status).toBe(400);
	}
	expect(await countEvents(app)).toBe(before);
	say(`${HOW_MANY.mutations} mutations: 0 accepted, 0 rows`);
});

it("F7: a kill -9 between the 200 and the processing loses nothing", async () => {
	const email = newEmail();
	const story = { app, email, person: await app.signedIn({ email, plan: "pro" }) };
	await settled(app);
	const customer = await customerOf(story);
	const { id } = await newestSubscription(story);
	app.sandbox?.webhooks.pause();
	const victim = await startKillableBilling({ app, port: 4610 });
	try {
		for (let kill = 0; kill < HOW_MANY.kills; kill++) {
			await app.stripe.subscriptions.update(id, { cancel_at_period_end: kill % 2 === 0 });
			app.proxy.breakWith(() => ({ kind: "hang" }));
			expect((await deliver(app, eventAbout(customer), { origin: victim.origin })).status).toBe(200);
			await victim.kill();
			expect(await difference(story)).not.toBeNull();
			app.proxy.breakWith(null);
			await victim.restart();
			await until(async () => (await difference(story)) === null, 60_000);
		}
	} finally {
		await victim.stop();
	}
	say(`${HOW_MANY.kills} kills between the 200 and the processing: 0 lost`);
});

/** At most `most` of the items, spread over all of them. */
function spread<T>(items: T[], most: number): T[] {
	if (items.length <= most) return items;
	return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as T);
}

/** Changes one character at a place that depends on `index`. */
function mutate(text: string, index: number): string {
	const at = (index * 7919) % text.length;
	return text.slice(0, at) + (text[at] === "7" ? "8" : "7") + text.slice(at + 1);
}
