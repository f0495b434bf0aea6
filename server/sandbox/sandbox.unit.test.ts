import { appendFile, cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, expect, it } from "vitest";
import { onlySubscription, startSandbox, subscribed, type TestSandbox } from "./testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

/** Goes on from what is on disk at this moment, as after `kill -9`. */
async function crash(): Promise<void> {
	const dataDir = await mkdtemp(join(tmpdir(), "visualink-sandbox-"));
	await cp(sandbox.dataDir, dataDir, { recursive: true });
	await sandbox.close();
	sandbox = await startSandbox({ dataDir });
}

it("remembers everything after a crash, undelivered events too", async () => {
	const { customer, subscription } = await subscribed(sandbox);
	await sandbox.control.webhooks.idle();
	sandbox.control.webhooks.pause();
	await sandbox.stripe.customers.update(customer, { name: "Ada" }, { idempotencyKey: "rename" });
	await crash();
	expect(await onlySubscription(sandbox, customer)).toEqual(subscription);
	await sandbox.control.webhooks.idle();
	expect(sandbox.types()).toEqual(["customer.updated"]);
	const other = sandbox.stripe.customers.update(customer, { name: "Eve" }, { idempotencyKey: "rename" });
	await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

it("drops a half-written last line and nothing else", async () => {
	const { id } = await sandbox.stripe.customers.create({ name: "whole" });
	await sandbox.control.webhooks.idle();
	const { dataDir } = sandbox;
	await sandbox.stop();
	const path = join(dataDir, "sandbox", "state.jsonl");
	await appendFile(path, '[["customer/cus_torn",{"id":"cus_torn","obj');
	sandbox = await startSandbox({ dataDir });
	expect(await sandbox.stripe.customers.retrieve(id)).toMatchObject({ name: "whole" });
	await expect(sandbox.stripe.customers.retrieve("cus_torn")).rejects.toThrow("No such customer");
});

it("keeps many changes made at once", async () => {
	await Promise.all(Array.from({ length: 50 }, (_, n) => sandbox.stripe.products.create({ name: `p${n}` })));
	expect((await sandbox.stripe.products.list({ limit: 100 })).data.length).toBe(58);
});

it("is controlled over HTTP, too", async () => {
	const { customer } = await subscribed(sandbox);
	const call = (name: string, body: object) =>
		fetch(`${sandbox.origin}/sandbox/control/${name}`, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(body),
		});
	expect((await call("advance", { customer, days: 40 })).status).toBe(200);
	expect((await sandbox.stripe.invoices.list({ customer })).data).toHaveLength(2);
	expect((await call("advance", { weeks: 2 })).status).toBe(400);
	expect((await call("dispute", { paymentIntent: "pi_none" })).status).toBe(400);
	await call("faults/add", { match: "/v1/customers", kind: "status", status: 503 });
	await expect(sandbox.stripe.customers.retrieve(customer)).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
	await call("faults/clear", {});
	expect(await sandbox.stripe.customers.retrieve(customer)).toMatchObject({ id: customer });
});

it("wants a secret test key", async () => {
	const get = (headers: Record<string, string>) => fetch(`${sandbox.origin}/v1/prices`, { headers });
	expect((await get({})).status).toBe(401);
	expect((await get({ Authorization: "Bearer sk_live_1" })).status).toBe(401);
	const old = await get({ Authorization: "Bearer sk_test_1", "Stripe-Version": "2020-08-27" });
	expect([old.status, ((await old.json()) as { error: { type: string } }).error.type]).toEqual([
		400,
		"invalid_request_error",
	]);
	expect((await fetch(`${sandbox.origin}/v1/nonsense`)).status).toBe(404);
});
