import { afterEach, beforeEach, expect, it } from "vitest";
import { openCheckout, startSandbox, subscribed, type TestSandbox } from "../testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const undelivered = async () => (await sandbox.stripe.events.list({ delivery_success: false, limit: 100 })).data;

it("tells of everything, signed, as the API shows it", async () => {
	const { customer } = await subscribed(sandbox);
	await sandbox.control.webhooks.idle();
	expect(sandbox.types()).toEqual(
		expect.arrayContaining([
			"checkout.session.completed",
			"customer.created",
			"customer.subscription.created",
			"customer.subscription.updated",
			"invoice.paid",
			"invoice_payment.paid",
			"payment_intent.succeeded",
		]),
	);
	const updated = sandbox.heard.find(({ type }) => type === "customer.subscription.updated");
	expect(updated).toMatchObject({
		api_version: "2026-10-28.endive",
		livemode: false,
		data: { object: { customer, object: "subscription" }, previous_attributes: { status: "incomplete" } },
	});
	const { id = "" } = updated ?? {};
	const { data } = await sandbox.stripe.events.list({ limit: 100 });
	expect(data.find((one) => one.id === id)).toMatchObject({ id, pending_webhooks: 0 });
	expect(await undelivered()).toEqual([]);
});

it("names the call that led to an event", async () => {
	const { lastResponse } = await sandbox.stripe.customers.create({}, { idempotencyKey: "a-key" });
	await sandbox.control.webhooks.idle();
	expect(sandbox.heard[0]?.request).toEqual({ id: lastResponse.requestId, idempotency_key: "a-key" });
});

it("repeats an event until it is accepted", async () => {
	sandbox.answers.splice(0, 1, 500, 503, 200);
	await sandbox.stripe.customers.create({});
	await sandbox.control.webhooks.idle();
	expect(sandbox.types()).toEqual(["customer.created"]);
	expect(sandbox.answers).toEqual([200]);
});

it("loses, doubles and holds events back on demand", async () => {
	sandbox.control.webhooks.faults({ drop: 1 });
	await sandbox.stripe.customers.create({});
	await sandbox.control.webhooks.idle();
	expect(sandbox.heard).toEqual([]);
	expect((await undelivered()).map(({ type }) => type)).toEqual(["customer.created"]);

	sandbox.control.webhooks.faults({ copies: 3, jitterMs: 20 });
	await sandbox.stripe.customers.create({});
	await sandbox.control.webhooks.idle();
	expect(sandbox.heard).toHaveLength(3);
	expect(new Set(sandbox.heard.map(({ id }) => id)).size).toBe(1);

	sandbox.control.webhooks.faults({});
	sandbox.control.webhooks.pause();
	await sandbox.stripe.customers.create({});
	expect(sandbox.heard).toHaveLength(3);
	sandbox.control.webhooks.resume();
	await sandbox.control.webhooks.idle();
	expect(sandbox.heard).toHaveLength(4);
});

it("is idle while deliveries are held back, once what was under way is answered", async () => {
	sandbox.control.webhooks.pause();
	await sandbox.stripe.customers.create({});
	const path = `${sandbox.origin}/sandbox/control/webhooks/idle`;
	const headers = { "Content-Type": "application/json" };
	expect((await fetch(path, { method: "POST", headers, body: "{}" })).status).toBe(200);
	expect(sandbox.heard).toEqual([]);

	sandbox.control.webhooks.faults({ jitterMs: 60_000, random: () => 1 });
	sandbox.control.webhooks.resume();
	const idle = sandbox.control.webhooks.idle();
	await new Promise(setImmediate);
	sandbox.control.webhooks.pause();
	await idle;
	expect(sandbox.heard).toEqual([]);
	sandbox.control.webhooks.faults({});
	sandbox.control.webhooks.resume();
	await sandbox.control.webhooks.idle();
	expect(sandbox.types()).toEqual(["customer.created"]);
});

it("sends an endpoint the events it asked for", async () => {
	const { data } = await sandbox.stripe.webhookEndpoints.list();
	expect(data[0]).not.toHaveProperty("secret");
	await sandbox.stripe.webhookEndpoints.update(data[0]?.id ?? "", { enabled_events: ["checkout.session.completed"] });
	const { url } = await openCheckout(sandbox);
	await sandbox.post(url, { card_number: "4242424242424242" });
	await sandbox.control.webhooks.idle();
	expect(sandbox.types().filter((type) => type !== "customer.created")).toEqual(["checkout.session.completed"]);
});
