import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { IS_LONG, rounds, say, TORTURE_TIMEOUT_MS } from "#server/testing/app/torture.ts";
import { type BillingApp, startBillingApp } from "#server/testing/billing/billing.ts";
import { customerOf, liveThrough, SEQUENCES, sequence, summaryOf } from "#server/testing/billing/billing-sequences.ts";
import { difference, stormy } from "#server/testing/billing/billing-storms.ts";
import { truthOf } from "#server/testing/billing/billing-truth.ts";
import { openBillingLock } from "./sync/billing-lock.ts";
import { createReconciler } from "./sync/reconciler.ts";
import { createStripeSync } from "./sync/stripe-sync.ts";

vi.setConfig({ testTimeout: TORTURE_TIMEOUT_MS, hookTimeout: TORTURE_TIMEOUT_MS });

const names = Object.keys(SEQUENCES);
const JITTERS_MS = [0, 10, 50, 200, 500];
let apps: BillingApp[];
let people = 0;
beforeAll(async () => {
	// A storm is mostly waiting, which several apps, each with a database and a Stripe of its own, do at the same time.
	apps = await Promise.all(Array.from({ length: IS_LONG ? 4 : 1 }, () => startBillingApp()));
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

const everyone = () => names.map((name) => ({ name, email: `storm${++people}@example.com` }));

it("F5: eight stories at a time whose events arrive shuffled, doubled and in parallel, with a slow Stripe", async () => {
	const storms = Array.from(
		{ length: rounds({ long: 67, short: 1 }) },
		(_, index) => JITTERS_MS[index % JITTERS_MS.length] ?? 0,
	);
	const wrong: string[] = [];
	let told = 0;

	async function weather(app: BillingApp): Promise<void> {
		for (let jitterMs = storms.pop(); jitterMs !== undefined; jitterMs = storms.pop()) {
			const stories = await stormy(app, everyone(), { jitterMs });
			for (const { name, story } of stories) {
				const off = await difference(story);
				if (off) wrong.push(`${name}, ${jitterMs} ms: ${off}`);
				const end = summaryOf(await truthOf(app, await customerOf(story)));
				if (end !== sequence(name).ends) wrong.push(`${name}, ${jitterMs} ms, ended as ${end}`);
			}
			told += stories.length;
		}
	}

	await Promise.all(apps.map(weather));
	say(`F5: ${told} interleavings, eight stories at a time: ${wrong.length} wrong`);
	expect(wrong).toEqual([]);
});

it("F6: with 30 % of deliveries lost, everything converges within fifteen minutes", async () => {
	const [app] = apps;
	if (!app) throw new Error("No app was started");
	app.sandbox?.webhooks.faults({ drop: 0.3 });
	const told = [];
	for (let round = 0; round < rounds({ long: 10, short: 1 }); round++) {
		told.push(...(await Promise.all(everyone().map(({ name, email }) => liveThrough(app, name, email)))));
	}
	await app.sandbox?.webhooks.idle();
	const before = await Promise.all(told.map(difference));
	const inTenMinutes = () => new Date(Date.now() + 10 * 60_000);
	const lock = openBillingLock(app.deps);
	const sync = createStripeSync(app.deps);
	const inbox = { receive: async () => {} };
	await createReconciler({ ...app.deps, now: inTenMinutes, lock, sync, inbox }).run();
	await lock.close();
	const wrong = (await Promise.all(told.map(difference))).filter(Boolean);
	const behind = before.filter(Boolean).length;
	say(`F6: ${told.length} stories with 30 % of their deliveries lost, ${behind} of them behind: ${wrong.length} wrong`);
	expect(wrong).toEqual([]);
	app.sandbox?.webhooks.faults({});
});
