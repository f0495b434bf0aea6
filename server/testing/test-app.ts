import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type App, createApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import { closeDeps, createLog, type Deps, openDeps } from "#server/deps.ts";
import { API } from "#shared/api-paths.ts";
import type { PlanId } from "#shared/plans/plan.ts";
import { type Browser, createBrowser } from "./browser.ts";
import { freePort } from "./free-port.ts";
import { createTestDatabase } from "./test-db.ts";

type StartOptions = {
	now?: () => Date;
	/** Environment variables beside the ones that this sets. */
	env?: Record<string, string>;
	/** Another way to the database than straight, such as through a proxy. */
	reach?: (databaseUrl: string) => string | Promise<string>;
	/** Last changes to what the app is wired from. */
	deps?: (deps: Deps) => Partial<Deps>;
	/** Another app, which must be closed last: this one runs beside it on the same database. */
	beside?: TestApp;
};
type Person = { email?: string; plan?: PlanId | null; isAnnual?: boolean; consent?: boolean };

export type TestApp = {
	origin: string;
	deps: Deps;
	express: App["express"];
	/** What stands in for Google and Stripe: moves time, breaks things. */
	sandbox: App["sandbox"];
	browser: () => Browser;
	signedIn: (person?: Person) => Promise<Browser>;
	close: () => Promise<void>;
};

/**
 * The real app with everything real: its own copy of the migrated database, the sandbox in place of Google and
 * Stripe, listening on a free port with a data folder of its own.
 */
export async function startTestApp(options: StartOptions = {}): Promise<TestApp> {
	const { now, env = {}, reach = (url) => url, deps: change, beside } = options;
	const database = beside ? { url: beside.deps.databaseUrl, drop: async () => {} } : await createTestDatabase();
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-app-"));
	const config: Config = readConfig({
		PORT: String(await freePort()),
		DATA_DIR: dataDir,
		DATABASE_URL: database.url,
		LOG_LEVEL: "fatal",
		...env,
	});
	const opened = await openDeps(config, await reach(database.url), createLog(config));
	const deps: Deps = { ...opened, ...(now && { now }), ...change?.(opened) };
	const app = createApp(deps);
	await new Promise<void>((resolve) => app.server.listen(config.http.port, resolve));
	await app.start();
	const origin = config.http.publicOrigin;
	let people = 0;

	const browser = () => createBrowser(origin);

	/** Signs somebody in through Google's stand-in, gives consent, and subscribes through Stripe's. */
	async function signedIn({ email, plan = null, isAnnual = false, consent = true }: Person = {}): Promise<Browser> {
		const address = email ?? `person${++people}@example.com`;
		const person = browser();
		await person.follow(await person.get(`${API.auth.google}?login_hint=${encodeURIComponent(address)}`));
		if (consent) await giveConsent(person, address);
		if (plan) await subscribe(person, plan, isAnnual);
		return person;
	}

	return {
		origin,
		deps,
		express: app.express,
		sandbox: app.sandbox,
		browser,
		signedIn,
		async close() {
			app.server.closeAllConnections();
			await new Promise((resolve) => app.server.close(resolve));
			await app.stop();
			await closeDeps(deps);
			await database.drop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

export async function giveConsent(person: Browser, email: string): Promise<void> {
	const form = { email, fullName: "Ada Lovelace", businessCountry: "PT", termsAccepted: true, privacyAccepted: true };
	await expectStatus(await person.post(API.auth.onboarding, form), 204);
}

/** Pays for a plan on the sandbox's checkout page and waits until the subscription is known. */
export async function subscribe(person: Browser, planId: PlanId, isAnnual = false): Promise<void> {
	const checkout = await expectStatus(await person.post(API.subscriptions.checkout, { planId, isAnnual }), 200);
	const { url } = (await checkout.json()) as { url: string };
	await expectStatus(await person.post(url, new URLSearchParams({ card_number: "4242 4242 4242 4242" })), 303);
	await until(async () => {
		const { active } = (await (await person.get(API.subscriptions.active)).json()) as { active: boolean };
		return active;
	});
}

/** Asks again and again, for ten seconds at most, until the answer is yes. */
export async function until(isTrue: () => Promise<boolean> | boolean, limitMs = 10_000): Promise<void> {
	const deadline = Date.now() + limitMs;
	while (!(await isTrue())) {
		if (Date.now() > deadline) throw new Error(`Not true within ${limitMs} ms: ${isTrue}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

async function expectStatus(response: Response, status: number): Promise<Response> {
	if (response.status === status) return response;
	throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
}
