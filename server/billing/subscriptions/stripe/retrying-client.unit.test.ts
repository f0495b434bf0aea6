import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { type CallLimiter, type CallPriority, MAY_WAIT } from "./retrying-client.ts";
import { createStripeClient } from "./stripe-client.ts";

/** A Stripe that refuses so many calls for being asked too often, and what it was sent. */
async function busyStripe({ refusals, retryAfter }: { refusals: number; retryAfter?: string }) {
	const keys: unknown[] = [];
	const headers: string[][] = [];
	const taken: CallPriority[] = [];
	const limiter: CallLimiter = { take: async (priority) => void taken.push(priority) };
	const server = createServer((req, res) => {
		req.resume();
		keys.push(req.headers["idempotency-key"]);
		headers.push(Object.keys(req.headers));
		const isRefused = keys.length <= refusals;
		res.writeHead(isRefused ? 429 : 200, {
			"content-type": "application/json",
			...(isRefused && retryAfter !== undefined && { "retry-after": retryAfter }),
		});
		res.end(
			JSON.stringify(isRefused ? { error: { type: "invalid_request_error", code: "rate_limit" } } : { id: "cus_1" }),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	const stripe = createStripeClient({ secretKey: "sk_test_1", host: "127.0.0.1", port, protocol: "http" }, limiter);
	const close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { stripe, keys, headers, taken, close };
}

it.each([
	["at once", { refusals: 1, retryAfter: "0" }],
	["after a moment, where Stripe does not say when", { refusals: 1 }],
	["after what Stripe asks for", { refusals: 1, retryAfter: "1" }],
])("a call that came too often is made again %s, as the same call", async (_case, options) => {
	const { stripe, keys, close } = await busyStripe(options);
	expect((await stripe.customers.create({}, { idempotencyKey: "key" })).id).toBe("cus_1");
	expect(keys).toEqual(["key", "key"]);
	close();
});

it.each([
	["twice", { refusals: 2, retryAfter: "0" }, 2],
	["and is to wait for long", { refusals: 1, retryAfter: "60" }, 1],
])("a call that is refused %s fails", async (_case, options, times) => {
	const { stripe, keys, close } = await busyStripe(options);
	await expect(stripe.customers.create({})).rejects.toMatchObject({ type: "StripeRateLimitError" });
	expect(keys).toHaveLength(times);
	close();
});

it("each time that a call is sent it waits for the limit, and reads say that they may wait, to nobody but us", async () => {
	const { stripe, headers, taken, close } = await busyStripe({ refusals: 1, retryAfter: "0" });
	await stripe.customers.retrieve("cus_1", {}, { headers: MAY_WAIT });
	await stripe.customers.create({});
	expect(taken).toEqual(["later", "later", "first"]);
	expect(headers.flat()).not.toContain(Object.keys(MAY_WAIT)[0]);
	expect(headers.flat()).toContain("authorization");
	close();
});
