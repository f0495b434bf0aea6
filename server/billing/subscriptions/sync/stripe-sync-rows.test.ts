import pino from "pino";
import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { insertUser } from "#server/testing/app/factories.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { createStripeSync } from "./stripe-sync.ts";

const NOW = new Date("2026-03-05T12:00:00Z");
const PERIOD_END = Date.parse("2026-04-01T00:00:00Z") / 1000;

const database = duringTests("database", () => openTestPool());
let userId: string;
beforeEach(async () => {
	const db = openDb(database.pool);
	await db.delete(users);
	userId = (await insertUser(db)).id;
	await db.update(users).set({ stripeCustomerId: "cus_1" });
});

/** As Stripe lists it. */
function listed(id: string, status = "active", lookupKey = "pro_monthly"): Stripe.Subscription {
	const price = {
		id: `price_${lookupKey}`,
		lookup_key: lookupKey,
		metadata: {},
		product: "prod_1",
		recurring: { interval: "month" },
	};
	const item = { price, current_period_start: PERIOD_END - 30 * 86_400, current_period_end: PERIOD_END };
	const stands = { cancel_at: null, cancel_at_period_end: false, schedule: null };
	return { id, status, created: 1, metadata: {}, ...stands, items: { data: [item] } } as unknown as Stripe.Subscription;
}

/** Writes down what Stripe lists, and tells what was said and what our rows are then. */
async function sync(found: Stripe.Subscription[], customerId = "cus_1") {
	const { stripe, calls } = fakeStripe({ "subscriptions.list": () => found });
	const said: object[] = [];
	const log = pino({ base: null, timestamp: false }, { write: (line: string) => void said.push(JSON.parse(line)) });
	const db = openDb(database.pool);
	const answer = await createStripeSync({ stripe, now: () => NOW, log }).syncCustomer(db as unknown as Tx, {
		userId,
		customerId,
	});
	const rows = await db.select().from(subscriptions);
	const states = Object.fromEntries(rows.map((row) => [row.stripeSubscriptionId, `${row.planId} ${row.status}`]));
	return { answer, calls, said, states };
}

describe("what our rows say of what Stripe lists", () => {
	it("is nothing of a customer that is another's by now, and Stripe is not asked", async () => {
		const { answer, calls, states } = await sync([listed("sub_1")], "cus_2");
		expect([answer, calls, states]).toEqual([[], [], {}]);
	});

	it("has a price that is none of ours as an unknown plan, with an alert", async () => {
		const { said, states } = await sync([listed("sub_1", "active", "foreign")]);
		expect(states).toEqual({ sub_1: "unknown active" });
		expect(said).toMatchObject([
			{ alert: "unknown_price", userId, price: "price_foreign", msg: "a subscription has a foreign price" },
		]);
		expect((await sync([listed("sub_1")])).said).toEqual([]);
	});

	it("ends what is listed no longer, and leaves as it was what had ended", async () => {
		const all = [listed("sub_1"), listed("sub_2"), listed("sub_3", "incomplete_expired"), listed("sub_4", "canceled")];
		await sync(all);
		expect((await sync([listed("sub_1")])).states).toEqual({
			...{ sub_1: "pro active", sub_2: "pro canceled", sub_3: "pro incomplete_expired", sub_4: "pro canceled" },
		});
		expect((await sync([])).states).toMatchObject({ sub_1: "pro canceled", sub_3: "pro incomplete_expired" });
	});

	it("has an alert when two are paid at once, and not again at every look", async () => {
		const both = [listed("sub_1"), listed("sub_2", "past_due")];
		expect((await sync(both)).said).toMatchObject([
			{ alert: "double_subscription", userId, msg: "a customer pays two subscriptions at once" },
		]);
		expect((await sync(both)).said).toEqual([]);
	});
});
