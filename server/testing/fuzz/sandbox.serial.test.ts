import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { startKillableService } from "#server/testing/machine/kill-runner.ts";
import { nastySegment, nastyText } from "./inputs.ts";
import { type RawRequest, sendRaw } from "./send-raw.ts";
import { holds, RUNS, SOON_MS, TIMEOUT_MS } from "./surface.ts";

const FORM = "application/x-www-form-urlencoded";
const KEY = { Authorization: "Bearer sk_test_fuzz" };

let folder: string;
let database: TestDatabase;
let service: Awaited<ReturnType<typeof startKillableService>>;
let origin: string;
let ids: string[];
let output = "";

beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-sandbox-fuzz-"));
	database = await createTestDatabase();
	const port = await freePort();
	origin = `http://localhost:${port}`;
	const env = { DATABASE_URL: database.url, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: "warn" };
	service = await startKillableService({ ...env, NODE_ENV: "test" });
	service.onOutput((text) => {
		output += text;
	});
	ids = await realIds();
});
afterAll(async () => {
	await service.stop();
	await database.drop();
	await rm(folder, { recursive: true, force: true });
});

/** One object of each kind, so that not every request ends at a missing one. */
async function realIds(): Promise<string[]> {
	const call = async (target: string, form: Record<string, string>) => {
		const body = new URLSearchParams(form).toString();
		const answer = await sendRaw(origin, {
			method: "POST",
			path: target,
			headers: { ...KEY, "Content-Type": FORM },
			body,
		});
		return JSON.parse(answer.body) as { id: string };
	};
	const listed = await sendRaw(origin, { method: "GET", path: "/v1/prices?lookup_keys[]=pro_monthly", headers: KEY });
	const price = (JSON.parse(listed.body) as { data: { id: string }[] }).data[0]?.id ?? "";
	const { id: customer } = await call("/v1/customers", { email: "ada@example.com" });
	const success = { success_url: `${origin}/payment-success`, cancel_url: `${origin}/pricing` };
	const session = await call("/v1/checkout/sessions", {
		mode: "subscription",
		customer,
		"line_items[0][price]": price,
		allow_promotion_codes: "true",
		...success,
	});
	const portal = await call("/v1/billing_portal/sessions", { customer, configuration: "bpc_sandbox" });
	const paid = await call("/v1/checkout/sessions", {
		mode: "subscription",
		customer,
		"line_items[0][price]": price,
		...success,
	});
	const pay = { method: "POST", path: `/sandbox/stripe/checkout/${paid.id}`, headers: { "Content-Type": FORM } };
	await sendRaw(origin, { ...pay, body: "card_number=4242424242424242" });
	const bought = await sendRaw(origin, { method: "GET", path: `/v1/subscriptions?customer=${customer}`, headers: KEY });
	const [subscription] = (JSON.parse(bought.body) as { data: { id: string; latest_invoice: string }[] }).data;
	const all = [customer, price, subscription?.id ?? "", subscription?.latest_invoice ?? "", session.id, portal.id];
	expect(all.filter((id) => !id)).toEqual([]);
	return all;
}

const id = fc.oneof(
	fc.nat().map((n) => ids[n % ids.length] ?? ""),
	nastySegment,
);
const kind = fc.constantFrom(
	...["customers", "products", "prices", "coupons", "promotion_codes", "subscriptions", "subscription_schedules"],
	...["invoices", "invoice_payments", "payment_intents", "charges", "payment_methods", "refunds", "disputes", "events"],
	...["checkout/sessions", "billing_portal/sessions", "billing_portal/configurations", "webhook_endpoints"],
	"nothing",
);
const verb = fc.constantFrom("", "", "/expire", "/tax_ids", "/release");
/** Not those after which nothing would be answered, or late: faults, and waiting for deliveries. */
const control = fc.constantFrom(
	...[
		"advance",
		"set-card",
		"after-retries",
		"cancel-in-portal",
		"trial",
		"pause",
		"dispute",
		"close-dispute",
		"fail-refund",
	],
	...["google/person", "webhooks/resume", "faults/clear", "nothing"],
);
const target = fc.oneof(
	fc.tuple(kind, id, verb).map(([kinds, one, does]) => `/v1/${kinds}/${one}${does}`),
	kind.map((kinds) => `/v1/${kinds}`),
	control.map((name) => `/sandbox/control/${name}`),
	fc.constantFrom(
		"/sandbox/google/authorize",
		"/sandbox/google/authorize",
		"/sandbox/google/token",
		"/sandbox/google/userinfo",
	),
	nastySegment.map((name) => `/sandbox/google/pictures/${name}.svg`),
	fc
		.tuple(fc.constantFrom("checkout", "portal", "invoices", "receipts"), id, fc.constantFrom("", "", "/authenticate"))
		.map(([page, one, tail]) => `/sandbox/stripe/${page}/${one}${tail}`),
	nastySegment.map((rest) => `/sandbox/${rest}`),
);
const field = fc.constantFrom(
	...["customer", "email", "name", "metadata[a]", "metadata[__proto__]", "expand[]", "limit", "starting_after", "mode"],
	...["items[0][price]", "items[0][id]", "line_items[0][price]", "success_url", "cancel_url", "frozen_time", "days"],
	...["lookup_keys[]", "created[gte]", "card_number", "action", "promotion_code", "country", "vat_number", "code"],
	...["redirect_uri", "login_hint", "state", "scope", "client_id", "response_type", "deny", "unverified", "type"],
	...["value", "payment_method", "cancel_at", "cancel_at_period_end", "percent_off", "id", "flow_data[type]", "price"],
	...[
		"grant_type",
		"client_secret",
		"code_verifier",
		"code_challenge",
		"subscription",
		"cardNumber",
		"seconds",
		"[",
		"a[b",
	],
	...[
		"changes",
		"paymentIntent",
		"dispute",
		"outcome",
		"refund",
		"choice",
		"charge",
		"amount",
		"url",
		"enabled_events[]",
	],
);
const value = fc.oneof(
	nastyText,
	fc.nat().map((n) => ids[n % ids.length] ?? ""),
	fc.constantFrom("true", "1", "100", "4242 4242 4242 4242", "4000002760003155", "subscription", "code", "complete"),
	fc.constantFrom("FIRST50OFF", "ada@example.com", "http://localhost:1/x", "authorization_code", "confirm", "cancel"),
);
const pairs = fc.array(fc.tuple(field, value), { maxLength: 6 });
const encoded = pairs.map((fields) => new URLSearchParams(fields).toString());
const json = fc.oneof(
	pairs.map((fields) => JSON.stringify(Object.fromEntries(fields))),
	fc.json(),
	fc.constantFrom('{"days":1e308}', '{"seconds":-1}', '{"days":1}', '{"email":"ada@example.com","changes":{}}'),
);
/** A sign-in that would work but for one field. */
const signIn = fc.tuple(field, value, nastyText).map(([name, text, hint]) => {
	const whole = { client_id: "x", response_type: "code", scope: "x", state: "x", redirect_uri: `${origin}/x` };
	return new URLSearchParams({ ...whole, login_hint: `${hint}@x.org`, [name]: text }).toString();
});
type Body = { headers: Record<string, string>; body: Buffer | string };
const body: fc.Arbitrary<Body> = fc.oneof(
	fc.oneof(encoded, signIn).map((text) => ({ headers: { "Content-Type": FORM }, body: text })),
	json.map((text) => ({ headers: { "Content-Type": "application/json" }, body: text })),
	fc
		.tuple(fc.constantFrom(FORM, "application/json", "text/plain", "multipart/form-data", "", "/"), fc.uint8Array())
		.map(([type, bytes]) => ({ headers: { "Content-Type": type }, body: Buffer.from(bytes) })),
	fc
		.tuple(fc.constantFrom("utf-16", "klingon", "latin1", "utf-7"), encoded)
		.map(([charset, text]) => ({ headers: { "Content-Type": `${FORM}; charset=${charset}` }, body: text })),
	fc.tuple(fc.constantFrom("gzip", "br", "deflate", "zip"), encoded).map(([encoding, text]) => ({
		headers: { "Content-Type": FORM, "Content-Encoding": encoding },
		body: encoding === "gzip" ? gzipSync(text) : text,
	})),
	fc
		.constantFrom(70_000, 200_000, 1_200_000)
		.map((size) => ({ headers: { "Content-Type": FORM }, body: `name=${"x".repeat(size)}` })),
);
const request: fc.Arbitrary<RawRequest> = fc
	.record({
		method: fc.oneof(
			{ weight: 3, arbitrary: fc.constant("GET") },
			{ weight: 6, arbitrary: fc.constant("POST") },
			{ weight: 1, arbitrary: fc.constantFrom("DELETE", "DELETE", "HEAD", "PUT", "PATCH", "OPTIONS", "TRACE") },
		),
		target,
		query: fc.oneof(fc.constant(""), encoded, nastySegment, signIn),
		key: fc.constantFrom(KEY, KEY, KEY, {}, { Authorization: "Bearer constructor" }),
		idempotency: fc.option(fc.constantFrom("__proto__", "a/b", "x".repeat(300), "once"), { freq: 5 }),
		sent: body,
	})
	.map(({ method, target: where, query, key, idempotency, sent }) => ({
		method,
		path: query ? `${where}?${query}` : where,
		headers: {
			...key,
			...(idempotency !== null && { "Idempotency-Key": idempotency }),
			...(isBare(method) ? {} : { ...sent.headers, "Content-Length": String(Buffer.byteLength(sent.body)) }),
		},
		body: isBare(method) ? undefined : sent.body,
	}))
	.filter(({ path: where }) => /^[!-~]+$/.test(where));

function isBare(method: string): boolean {
	return ["GET", "HEAD", "TRACE"].includes(method);
}

describe("the sandbox of a started, built service", () => {
	it(
		"answers every request, none with 500 and above, and lives on",
		async () => {
			const pid = service.pid();
			const statuses = new Map<number, number>();
			await holds(
				request,
				async (input) => {
					const { status, milliseconds } = await sendRaw(origin, input);
					expect(status, `${input.method} ${input.path}`).toBeLessThan(500);
					expect(milliseconds).toBeLessThan(SOON_MS);
					statuses.set(status, (statuses.get(status) ?? 0) + 1);
				},
				{ runs: Math.max(RUNS, 2_000) },
			);
			expect([...statuses.keys()], "some get past each check").toEqual(
				expect.arrayContaining([200, 400, 401, 404, 413]),
			);
			expect((await fetch(`${origin}/healthz`)).status).toBe(200);
			expect(service.pid()).toBe(pid);
			for (const line of output.split("\n").filter(Boolean)) {
				expect(JSON.parse(line), line).toMatchObject({ level: expect.any(Number) });
				expect(line).not.toContain("sandbox: request failed");
			}
		},
		TIMEOUT_MS,
	);
});
