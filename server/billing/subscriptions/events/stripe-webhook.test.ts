import { describe, expect, it } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { startTestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { countEvents, deliver, eventAbout } from "#server/testing/billing/billing.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();

describe("F1: only Stripe's own bytes are believed", () => {
	it("accepts either secret while one is being replaced", async () => {
		app.deps.config.stripe.webhookSecrets.push("whsec_the_new_one");
		for (const secret of app.deps.config.stripe.webhookSecrets) {
			expect((await deliver(app, eventAbout(null), { secret })).status).toBe(200);
		}
		app.deps.config.stripe.webhookSecrets.pop();
		expect((await deliver(app, eventAbout(null), { secret: "whsec_the_new_one" })).status).toBe(400);
	});

	it.each([
		["no signature", {}],
		["an empty signature", { "stripe-signature": "" }],
		[
			"a signature of something else",
			{ "stripe-signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` },
		],
	])("refuses %s", async (_case, headers: Record<string, string>) => {
		const body = JSON.stringify(eventAbout(null));
		const answer = await fetch(app.origin + API.stripeWebhook, { method: "POST", headers, body });
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ kind: "invalid", message: "The signature of this event is not valid" });
	});

	it("refuses a signature older than five minutes", async () => {
		const now = Math.floor(Date.now() / 1000);
		expect((await deliver(app, eventAbout(null), { timestamp: now - 301 })).status).toBe(400);
		expect((await deliver(app, eventAbout(null), { timestamp: now - 290 })).status).toBe(200);
	});

	it("refuses a body that was parsed and written again", async () => {
		const event = eventAbout(null);
		const secret = app.deps.config.stripe.webhookSecrets[0] ?? "";
		const signature = app.deps.stripe.webhooks.generateTestHeaderString({
			payload: JSON.stringify(event, null, 2),
			secret,
		});
		const answer = await fetch(app.origin + API.stripeWebhook, {
			method: "POST",
			headers: { "stripe-signature": signature },
			body: JSON.stringify(event),
		});
		expect(answer.status).toBe(400);
	});
});

describe("G11: a wrong clock or secret refuses every webhook", () => {
	it("alerts at the fifth refusal, once; fewer are none", async () => {
		const lines: string[] = [];
		const log = createLog({ logLevel: "warn" }, { write: (line) => void lines.push(line) });
		const wrong = await startTestApp({ deps: () => ({ log }) });
		const alerts = () => lines.filter((line) => JSON.parse(line).alert === "webhook_signature").length;
		const refuse = async (times: number) => {
			for (let left = times; left > 0; left -= 1) {
				expect((await deliver(wrong, eventAbout(null), { secret: "whsec_wrong" })).status).toBe(400);
			}
		};

		await refuse(4);
		expect(alerts()).toBe(0);
		await refuse(10);
		expect(alerts()).toBe(1);
		await wrong.close();
	});
});

describe("F2: the route reads raw bytes, before anything else does", () => {
	it("needs no session and no origin", async () => {
		const answer = await deliver(app, eventAbout(null));
		expect(answer.status).toBe(200);
		expect(await answer.json()).toEqual({ received: true });
		expect(answer.headers.get("set-cookie")).toBeNull();
	});

	it("takes a body of 1 MiB and none above", async () => {
		const withPadding = (bytes: number) => {
			const text = JSON.stringify(eventAbout(null));
			return text + " ".repeat(bytes - text.length);
		};
		expect((await deliver(app, withPadding(1024 * 1024))).status).toBe(200);
		expect((await deliver(app, withPadding(1024 * 1024 + 1))).status).toBe(413);
	});

	it.each(["GET", "PUT", "DELETE"])("answers %s with 405", async (method) => {
		const answer = await fetch(app.origin + API.stripeWebhook, { method });
		expect(answer.status).toBe(405);
		expect(answer.headers.get("allow")).toBe("POST");
	});
});

describe("F3: an event that comes again is stored once", () => {
	it("one after the other, and twenty at a time", async () => {
		const before = await countEvents(app);
		const event = eventAbout("cus_nobody");
		expect((await deliver(app, event)).status).toBe(200);
		const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(app, event)));
		expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
		expect(await countEvents(app)).toBe(before + 1);
	});
});

describe("F22: what is not for us is acknowledged and left alone", () => {
	const workedOff = async () => {
		const { rowCount } = await app.deps.pool.query("SELECT 1 FROM stripe_events WHERE processed_at IS NULL");
		return rowCount === 0;
	};

	it.each([
		["an unknown type", eventAbout("cus_nobody", { type: "balance.available" as "charge.refunded" })],
		["the other mode", eventAbout("cus_nobody", { livemode: true })],
		["a customer that is nobody here", eventAbout("cus_nobody")],
		["no customer at all", eventAbout(null)],
		[
			"a payment that Stripe does not know",
			{ ...eventAbout(null), data: { object: { object: "refund", payment_intent: "pi_x" } } },
		],
		["ids that are no ids", { ...eventAbout(null), data: { object: { id: 7, customer: ["\u0000"] } } }],
	])("%s", async (_case, event) => {
		expect((await deliver(app, event)).status).toBe(200);
		await until(workedOff);
	});

	it("P574: a thin v2 event, logged once", async () => {
		const lines: string[] = [];
		const log = createLog({ logLevel: "warn" }, { write: (line) => void lines.push(line) });
		const thin = await startTestApp({ deps: () => ({ log }) });
		const event = { id: "evt_2", object: "v2.core.event", type: "v1.billing.meter.error_report_triggered" };
		for (let times = 0; times < 3; times++) {
			const answer = await deliver(thin, event);
			expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
		}
		expect(lines.filter((line) => line.includes("thin event"))).toHaveLength(1);
		await thin.close();
	});
});

describe("P574: odd bodies get a clear answer and never a 500", () => {
	const deep = "[".repeat(200_000) + "]".repeat(200_000);
	it.each([
		["nothing", "", 400, "The body of this event is not JSON"],
		["text", "not json", 400, "The body of this event is not JSON"],
		["half of an event", '{"id":"evt_1",', 400, "The body of this event is not JSON"],
		["a form", "payload=%7B%7D", 400, "The body of this event is not JSON"],
		["HTML", "<html></html>", 400, "The body of this event is not JSON"],
		["null", "null", 200, undefined],
		["a list of events", "[{}]", 200, undefined],
		["a number", "7", 200, undefined],
		["a quoted event", JSON.stringify(JSON.stringify(eventAbout(null))), 200, undefined],
		["lists in lists in lists", deep, 200, undefined],
		["an event of a prototype", '{"__proto__":{"object":"v2.core.event"},"object":"event"}', 200, undefined],
		["an event of EventBridge", JSON.stringify({ detail: eventAbout(null), source: "aws.partner" }), 200, undefined],
	])("%s", async (_case, body, status, message) => {
		const answer = await deliver(app, body);
		expect([answer.status, ((await answer.json()) as { message?: string }).message]).toEqual([status, message]);
	});

	it.each<[string, Record<string, string>, number]>([
		["an encoding that is unknown", { "content-encoding": "zstd-9" }, 415],
		["an encoding that it has not", { "content-encoding": "gzip" }, 400],
		["a character set that is unknown", { "content-type": "application/json; charset=nonsense" }, 400],
		["two signatures in one header", { "stripe-signature": "t=1,v1=a, t=2,v1=b" }, 400],
		["a signature without a time", { "stripe-signature": "v1=abc" }, 400],
		["a time that is no number", { "stripe-signature": "t=now,v1=abc" }, 400],
		["a signature of many parts", { "stripe-signature": `t=1,${"v1=a,".repeat(1_000)}` }, 400],
	])("%s", async (_case, headers, status) => {
		const answer = await fetch(app.origin + API.stripeWebhook, {
			method: "POST",
			body: JSON.stringify(eventAbout(null)),
			headers: { "stripe-signature": "t=1,v1=a", ...headers },
		});
		expect([answer.status, await answer.json()]).toMatchObject([status, { message: expect.any(String) }]);
	});
});
