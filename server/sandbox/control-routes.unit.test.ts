import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCheckout, startSandbox, subscribed, type TestSandbox } from "./testing/start-sandbox.ts";

const YEAR = 365 * 86_400;

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.stripe.customers.create({});
});
afterAll(() => sandbox.close());

/** Posts a text as it is: JSON can't say everything that may come. */
function control(verb: string, body: string): Promise<Response> {
	const headers = { "Content-Type": "application/json" };
	return fetch(`${sandbox.origin}/sandbox/control/${verb}`, { method: "POST", headers, body });
}

async function messageOf(response: Response): Promise<string> {
	return ((await response.json()) as { message: string }).message;
}

describe("time", () => {
	it.each([
		['{"days":1e308}', "days: at most 731"],
		['{"days":732}', "days: at most 731"],
		['{"days":731,"seconds":1}', "at most 731 days"],
		['{"days":-1}', "days: at least 0"],
		['{"days":"1"}', "days: a number, please"],
		['{"days":1,"weeks":1}', "no such field: weeks"],
		['{"days":1,"customer":"cus_none"}', "No such customer: 'cus_none'"],
		["[1,2]", "an object in JSON, please"],
		['{"days":', "could not be read"],
	])("that is absurd is refused with words: %s", async (body, words) => {
		const before = sandbox.control.now();
		const response = await control("advance", body);
		expect(response.status).toBe(400);
		expect(await messageOf(response)).toContain(words);
		expect(sandbox.control.now() - before).toBeLessThan(YEAR);
		expect((await fetch(`${sandbox.origin}/healthz`)).status).toBe(200);
	});
});

describe("anything else that is absurd", () => {
	it.each([
		["faults/add", '{"match":"/v1","kind":"slow","ms":1e308}', "ms: at most 60000"],
		["faults/add", '{"match":"/v1","kind":"status","status":200}', "status: at least 400"],
		["faults/add", '{"match":"/v1","kind":"constructor"}', "kind: one of slow, jitter, status, cut"],
		["dns/fail", '{"how":"slow"}', "how: one of SERVFAIL, REFUSED, silent"],
		["webhooks/faults", '{"drop":2}', "drop: at most 1"],
		["webhooks/faults", '{"copies":1e9}', "copies: at most 20"],
		["set-card", '{"customer":"cus_none","cardNumber":"constructor"}', "Your card number is invalid."],
		[
			"google/person",
			'{"email":"ada@example.com","changes":{"constructor":"x"}}',
			"changes: no such field: constructor",
		],
	])("is refused with words: %s %s", async (verb, body, words) => {
		const response = await control(verb, body);
		expect(response.status).toBe(400);
		expect(await messageOf(response)).toContain(words);
	});
});

it("lets other requests through while time moves far", async () => {
	const { customer } = await subscribed(sandbox);
	for (let n = 0; n < 8; n++) {
		const { url } = await openCheckout(sandbox, { customer });
		await sandbox.post(url, { card_number: "4242 4242 4242 4242" });
	}
	await sandbox.control.webhooks.idle();
	sandbox.control.webhooks.pause();

	let isMoving = true;
	let turns = 0;
	const count = () => {
		turns += 1;
		if (isMoving) setImmediate(count);
	};
	setImmediate(count);
	const moved = sandbox.control.advance({ customer, days: 366 }).finally(() => {
		isMoving = false;
	});
	let answered = 0;
	while (isMoving) {
		expect((await fetch(`${sandbox.origin}/healthz`)).status).toBe(200);
		if (isMoving) answered += 1;
	}
	await moved;
	// 9 subscriptions renew twelve times, and an hour later their invoices are charged: 216 things, twenty at one go.
	const { data: invoices } = await sandbox.stripe.invoices.list({ customer, limit: 100 });
	expect(invoices).toHaveLength(100);
	expect(turns).toBeGreaterThanOrEqual(Math.floor(216 / 20));
	expect(answered).toBeGreaterThan(0);
});
