import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type App, createApp } from "#server/app.ts";
import { setUpStripe } from "#server/billing/subscriptions/operator/stripe-setup.ts";
import { createStripeClient } from "#server/billing/subscriptions/stripe/stripe-client.ts";
import { closeDeps, type Deps, openDeps } from "#server/deps.ts";
import { type Config, readConfig } from "#server/platform/config/config.ts";
import { readyPools } from "#server/platform/db/ready-pools.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { suiteRecorder } from "#server/sandbox/contract/recorder.ts";
import { openSandbox } from "#server/sandbox/open-sandbox.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { freePort } from "../machine/free-port.ts";
import { PATIENT } from "../machine/patient.ts";
import { type Browser, createBrowser } from "./browser.ts";
import { giveConsent, signIn, subscribe } from "./sign-up.ts";
import { createTestDatabase } from "./test-db.ts";

export { subscribe } from "./sign-up.ts";
export { until } from "./until.ts";

type StartOptions = {
	now?: () => Date;
	/** Environment variables next to the ones that this sets. */
	env?: Record<string, string>;
	/** Another way to the database than straight, such as through a proxy. */
	reach?: (databaseUrl: string) => string | Promise<string>;
	/** Last changes to what the app is wired from. */
	deps?: (deps: Deps) => Partial<Deps>;
	/** Another app, which must be closed last: this one runs next to it on the same database. */
	beside?: TestApp;
};

type Person = { email?: string; plan?: PlanId | null; isAnnual?: boolean; consent?: boolean };

export type TestApp = {
	origin: string;
	deps: Deps;
	express: App["express"];
	server: App["server"];
	/** What stands in for Google and Stripe: moves time, breaks things. */
	sandbox: Sandbox["control"] | null;
	browser: () => Browser;
	signedIn: (person?: Person) => Promise<Browser>;
	close: () => Promise<void>;
};

/**
 * The real app with everything real: its own copy of the migrated database, the sandbox instead of Google and
 * Stripe, listening on a free port with a data folder of its own. With `SET_UP_ALONE=1` Stripe's stand-in begins empty,
 * and has what `npm run operator -- stripe-setup` makes and no more.
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
		// A test that breaks the way to the database needs to see what is done then.
		...(!options.reach && PATIENT),
		...env,
	});
	const opened = await openDeps(config, await reach(database.url), createLog(config));
	const deps: Deps = { ...opened, ...(now && { now }), ...change?.(opened) };
	const isSandboxed = config.google.isSandbox || config.stripe.isSandbox;
	const recorder = suiteRecorder();
	// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
	const isSetUpAlone = config.stripe.isSandbox && process.env.SET_UP_ALONE === "1";
	const standIn = { ...deps, record: recorder?.record, ...(isSetUpAlone && { stripePriceCatalog: [] }) };
	const sandbox = isSandboxed ? await openSandbox(standIn) : null;
	const app = createApp({ ...deps, standIns: sandbox });
	await readyPools(app.pools);
	await new Promise<void>((resolve) => app.server.listen(config.http.port, resolve));
	if (isSetUpAlone) {
		const stripe = createStripeClient(config.stripe);
		await setUpStripe({ stripe, publicOrigin: config.http.publicOrigin, say: () => {} });
	}
	await app.start();
	const origin = config.http.publicOrigin;
	let people = 0;

	const browser = () => createBrowser(origin);

	/** Signs someone in through Google's stand-in, gives consent, and subscribes through Stripe's. */
	async function signedIn({ email, plan = null, isAnnual = false, consent = true }: Person = {}): Promise<Browser> {
		const address = email ?? `person${++people}@example.com`;
		const person = browser();
		await signIn(person, address);
		if (consent) await giveConsent(person, address);
		if (plan) await subscribe(person, plan, isAnnual);
		return person;
	}

	return {
		origin,
		deps,
		express: app.express,
		server: app.server,
		sandbox: sandbox?.control ?? null,
		browser,
		signedIn,
		async close() {
			app.server.closeAllConnections();
			await new Promise((resolve) => app.server.close(resolve));
			await Promise.all([app.stop(), app.closeViews()]);
			recorder?.write();
			await closeDeps(deps);
			await database.drop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
