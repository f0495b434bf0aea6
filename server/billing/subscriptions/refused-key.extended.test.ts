import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lookupKey, OFFERS, priceInCents } from "#server/billing/plans/plan-catalog.ts";
import { createBrowser } from "#server/testing/app/browser.ts";
import { giveConsent, signIn } from "#server/testing/app/sign-up.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { until } from "#server/testing/app/until.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { startKillableService } from "#server/testing/machine/kill-runner.ts";
import { stripeAt } from "#server/testing/machine/other-stripe.ts";
import { API } from "#shared/platform/api-paths.ts";

const KEY = stripeAt(0).STRIPE_SECRET_KEY;
const REFUSED = { error: { type: "invalid_request_error", message: `Invalid API Key provided: ${KEY}` } };
const PRICES = OFFERS.map((offer) => ({
	id: `price_${lookupKey(offer)}`,
	object: "price",
	lookup_key: lookupKey(offer),
	currency: "eur",
	unit_amount: priceInCents(offer),
	recurring: { interval: offer.isAnnual ? "year" : "month", interval_count: 1 },
	metadata: {},
}));

/** Stands where Stripe is: it knows the catalogue's prices, and refuses keys on demand. */
let stripe: Server;
let refuses: boolean;
let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
	stripe = createServer((req, res) => {
		const data = req.url?.startsWith("/v1/prices") ? PRICES : [];
		res.writeHead(refuses ? 401 : 200, { "Content-Type": "application/json" });
		res.end(JSON.stringify(refuses ? REFUSED : { object: "list", data, has_more: false }));
	});
	await new Promise<void>((resolve) => stripe.listen(0, "127.0.0.1", resolve));
	database = await createTestDatabase();
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-refused-"));
});

afterAll(async () => {
	stripe.close();
	await database.drop();
	await rm(dataDir, { recursive: true, force: true });
});

/** The built service with a live key, which asks our Stripe. */
async function start() {
	const { port: stripePort } = stripe.address() as AddressInfo;
	const port = await freePort();
	const service = await startKillableService({
		DATABASE_URL: database.url,
		DATA_DIR: dataDir,
		PORT: String(port),
		LOG_LEVEL: "fatal",
		METRICS_TOKEN: "a-token-of-some-length",
		...stripeAt(stripePort),
	});
	let output = "";
	service.onOutput((text) => {
		output += text;
	});
	const origin = `http://localhost:${port}`;
	const readyz = async () => {
		const answer = await fetch(`${origin}/readyz`);
		return { code: answer.status, ...((await answer.json()) as { status: string; problems?: string[] }) };
	};
	const metrics = async () => {
		const headers = { authorization: "Bearer a-token-of-some-length" };
		return (await fetch(`${origin}/metrics`, { headers })).text();
	};
	return { service, origin, readyz, metrics, output: () => output };
}

const PROBLEM = [expect.stringMatching(/^STRIPE_SECRET_KEY: Stripe refuses this key/)];

it("a key that Stripe refuses from the start on: 503 misconfigured and an alert, without the key (P147)", async () => {
	refuses = true;
	const { service, readyz, metrics, output } = await start();
	await until(async () => (await readyz()).status === "misconfigured");
	const told = await readyz();
	expect(told).toMatchObject({ code: 503, problems: PROBLEM });
	expect(await metrics()).toMatch(/^visualink_alerts_total\{alert="stripe_key"\} [1-9]/m);
	expect(await metrics()).toMatch(/^visualink_stripe_misconfigured 1$/m);
	expect(await service.stop()).toBe(0);
	expect(output() + JSON.stringify(told)).not.toContain(KEY);
});

it("one that it refuses later: noticed at the next call, said and alerted, and links stay in service (P147)", async () => {
	refuses = false;
	const { service, origin, readyz, metrics, output } = await start();
	await until(async () => /status="200"/.test(await metrics()));
	expect(await readyz()).toMatchObject({ code: 200, status: "ready" });
	const person = createBrowser(origin);
	await signIn(person, "ada@example.com");
	await giveConsent(person, "ada@example.com");

	refuses = true;
	expect((await person.post(API.subscriptions.checkout, { planId: "pro", isAnnual: false })).status).toBe(502);
	await until(async () => (await readyz()).status === "misconfigured");
	expect(await readyz()).toMatchObject({ code: 200, problems: PROBLEM });
	expect(await metrics()).toMatch(/^visualink_alerts_total\{alert="stripe_key"\} 1$/m);
	await until(() => output().includes('"alert":"stripe_key"'));
	expect(await service.stop()).toBe(0);
	expect(output()).not.toContain(KEY);
});
