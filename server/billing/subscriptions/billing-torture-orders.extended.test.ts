import { expect, it, vi } from "vitest";
import { rounds, say, spread, TORTURE_TIMEOUT_MS } from "#server/testing/app/torture.ts";
import { userOf } from "#server/testing/billing/billing.ts";
import { doubled, permutations, replay, silently } from "#server/testing/billing/billing-orders.ts";
import { customerOf, SEQUENCES, sequence, summaryOf } from "#server/testing/billing/billing-sequences.ts";
import { copyOf, truthOf } from "#server/testing/billing/billing-truth.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";

vi.setConfig({ testTimeout: TORTURE_TIMEOUT_MS, hookTimeout: TORTURE_TIMEOUT_MS });

/** Stories whose events are delivered at the same time; each is a customer of its own. */
const AT_ONCE = 4;

const names = Object.keys(SEQUENCES);
const app = useBillingApp();

it("F4: every order of every story's events, each event twice, ends in Stripe's state", async () => {
	const told: Awaited<ReturnType<typeof tell>>[] = [];
	for (const name of names) told.push(await tell(name));
	const wrong: string[] = [];
	let orders = 0;
	const waiting = [...told];

	async function work(): Promise<void> {
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			const all = [...permutations(next.events)];
			for (const [index, order] of spread(all, rounds({ long: all.length, short: 3 })).entries()) {
				await replay(next.story, doubled(order, index % 2 === 1));
				const copy = await copyOf(app, next.userId);
				if (JSON.stringify(copy) !== JSON.stringify(next.truth)) {
					wrong.push(`${next.name}, ${order.map(({ type }) => type)}: ${JSON.stringify(copy)}`);
				}
				orders++;
			}
		}
	}

	await Promise.all(Array.from({ length: AT_ONCE }, work));
	// What the orders were held against is still Stripe's truth.
	for (const { story, truth } of told) expect(await truthOf(app, await customerOf(story))).toEqual(truth);
	say(`F4: ${orders} orders of the events of ${told.length} stories, each event twice: ${wrong.length} wrong`);
	expect(wrong).toEqual([]);
});

/** A story's events, and how it ended once we had done at Stripe what follows from them, such as voiding an invoice. */
async function tell(name: string) {
	const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}@example.com`;
	const { story, events } = await silently(app, name, email);
	await replay(story, events);
	const truth = await truthOf(app, await customerOf(story));
	expect(summaryOf(truth), name).toBe(sequence(name).ends);
	expect(events.length, name).toBeGreaterThanOrEqual(5);
	return { name, story, events, truth, userId: (await userOf(app, email)).id };
}
