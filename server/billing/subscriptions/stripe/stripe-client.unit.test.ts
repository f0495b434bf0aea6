import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { createStripeClient, onEachAnswer, STRIPE_API_VERSION, type StripeAnswer } from "./stripe-client.ts";
import { stripeTimes } from "./stripe-times.ts";

/** A Stripe that keeps what it was asked, and answers with the status that the path names. */
const stripe = duringTests("stripe", async () => {
	const asked: Record<string, unknown>[] = [];
	const server = createServer((req, res) => {
		asked.push(req.headers);
		const status = Number(req.url?.slice(-3));
		res.writeHead(status, { "content-type": "application/json", "request-id": "req_1" });
		res.end(JSON.stringify(status === 200 ? { id: "cus_200" } : { error: { type: "invalid_request_error" } }));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	const client = createStripeClient({ secretKey: "sk_test_1", host: "127.0.0.1", port, protocol: "http" });
	return {
		client,
		asked,
		async close() {
			server.closeAllConnections();
			server.close();
		},
	};
});

it("asks as Visualink, with the version that the code is written against, and tells nothing of earlier calls", async () => {
	for (let call = 0; call < 2; call += 1) await stripe.client.customers.retrieve("cus_200");
	expect(stripe.asked).toHaveLength(2);
	const { authorization, "stripe-version": version, "user-agent": agent, ...others } = stripe.asked.at(-1) ?? {};
	expect([authorization, version]).toEqual(["Bearer sk_test_1", STRIPE_API_VERSION]);
	expect(agent).toContain("Visualink");
	expect(others).not.toHaveProperty("x-stripe-client-telemetry");
});

it("waits eight seconds for an answer, and tries three times", () => {
	expect([stripe.client.getApiField("timeout"), stripe.client.getMaxNetworkRetries()]).toEqual([8_000, 2]);
});

it("tells the status of every answer, good or bad, and how long it took", async () => {
	const heard: StripeAnswer[] = [];
	onEachAnswer(stripe.client, (answer) => heard.push(answer));
	await stripe.client.customers.retrieve("cus_200");
	await expect(stripe.client.customers.retrieve("cus_404")).rejects.toThrow();
	expect(heard).toEqual([200, 404].map((status) => ({ status, elapsed: expect.any(Number) })));
});

it("has the times of answers kept by status, in seconds", async () => {
	const times = stripeTimes((hear) => {
		for (const elapsed of [31.25, 62.5, 8_125]) hear({ status: 200, elapsed });
		hear({ status: 404, elapsed: 5 });
	});
	expect(times.part).toBe("stripe_calls");
	const name = "visualink_stripe_request_duration_seconds";
	expect(await times.metrics()).toContain(
		`# HELP ${name} Time that Stripe took to answer a call\n# TYPE ${name} histogram\n`,
	);
	const upTo = [["0.05", 1], ...["0.1", "0.25", "0.5", "1", "2.5", "5", "8"].map((le) => [le, 2]), ["+Inf", 3]];
	expect(await samplesOf(times)).toMatchObject({
		...Object.fromEntries(upTo.map(([le, count]) => [`${name}_bucket{le="${le}",status="200"}`, count])),
		[`${name}_sum{status="200"}`]: 8.21875,
		[`${name}_count{status="200"}`]: 3,
		[`${name}_sum{status="404"}`]: 0.005,
		[`${name}_count{status="404"}`]: 1,
	});
});
