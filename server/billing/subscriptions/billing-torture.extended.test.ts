import { afterEach, expect, it, vi } from "vitest";
import { until } from "#server/testing/app/test-app.ts";
import { rounds, say, TORTURE_TIMEOUT_MS } from "#server/testing/app/torture.ts";
import { countEvents, deliver, eventAbout, settled, subscribeTo, userOf } from "#server/testing/billing/billing.ts";
import { customerOf, newestSubscription } from "#server/testing/billing/billing-sequences.ts";
import { calm, difference } from "#server/testing/billing/billing-storms.ts";
import { startKillableBilling } from "#server/testing/billing/killable-billing.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/platform/api-paths.ts";

vi.setConfig({ testTimeout: TORTURE_TIMEOUT_MS, hookTimeout: TORTURE_TIMEOUT_MS });

const app = useBillingApp();
let people = 0;
afterEach(async () => {
	app.sandbox?.webhooks.resume();
	await calm(app);
});

const newEmail = () => `torture${++people}@example.com`;

it("F11: twenty clicks at once make one customer and at most one open page", async () => {
	const users = rounds({ long: 100, short: 3 });
	for (let user = 0; user < users; user++) {
		const email = newEmail();
		const person = await app.signedIn({ email });
		const plans = ["starter", "basic", "pro", "enterprise"] as const;
		// Every other user has been to the checkout before: then no claim of a customer keeps the clicks apart.
		if (user % 2 === 1) await subscribeTo(person, "starter", true);
		await Promise.all(Array.from({ length: 20 }, (_, index) => subscribeTo(person, plans[index % 4] ?? "pro")));
		const { id } = await userOf(app, email);
		const customer = await customerOf({ app, person, email });
		const all = app.sandbox?.kept.customers();
		expect(all?.filter(({ metadata }) => metadata.userId === id)).toHaveLength(1);
		const open = await app.stripe.checkout.sessions.list({ customer, status: "open" });
		expect(open.data).toHaveLength(1);
	}
	say(`F11: 20 parallel subscribes of ${users} users: 1 customer and 1 open page each`);
});

it("F1: no mutated signature or body is accepted", async () => {
	const mutations = rounds({ long: 1_000, short: 200 });
	const before = await countEvents(app);
	const secret = app.deps.config.stripe.webhookSecrets[0] ?? "";
	const payload = JSON.stringify(eventAbout("cus_1"), null, 2);
	const signature = app.deps.stripe.webhooks.generateTestHeaderString({ payload, secret });
	for (let index = 0; index < mutations; index++) {
		const isBody = index % 2 === 0;
		const answer = await fetch(app.origin + API.stripeWebhook, {
			method: "POST",
			headers: { "stripe-signature": isBody ? signature : mutate(signature, index) },
			body: isBody ? mutate(payload, index) : payload,
		});
		expect(answer.status).toBe(400);
	}
	expect(await countEvents(app)).toBe(before);
	say(`F1: ${mutations} mutations: 0 accepted, 0 rows`);
});

it("F7: a kill -9 between the 200 and the processing loses nothing", async () => {
	const kills = rounds({ long: 50, short: 2 });
	const email = newEmail();
	const story = { app, email, person: await app.signedIn({ email, plan: "pro" }) };
	await settled(app);
	const customer = await customerOf(story);
	const { id } = await newestSubscription(story);
	app.sandbox?.webhooks.pause();
	const victim = await startKillableBilling({ app, port: 4610 });
	try {
		for (let kill = 0; kill < kills; kill++) {
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
	say(`F7: ${kills} kills between the 200 and the processing: 0 lost`);
});

/** Changes one character at a place that depends on `index`. */
function mutate(text: string, index: number): string {
	const at = (index * 7919) % text.length;
	return text.slice(0, at) + (text[at] === "7" ? "8" : "7") + text.slice(at + 1);
}
