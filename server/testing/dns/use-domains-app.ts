import { afterAll, beforeEach } from "vitest";
import { startNameServer } from "#server/sandbox/dns/name-server.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { createClock, domainsOf, TARGET } from "./domains-of.ts";

/** The app with a name server of its own, which knows only where domains point to when a test begins. */
export async function useDomainsApp(env: Record<string, string> = {}) {
	const names = await startNameServer();
	const clock = createClock();
	const ofDomains = { DOMAIN_RESOLVERS: names.address, DOMAIN_TARGET: TARGET };
	const app = useTestApp({ now: clock.now, env: { ...ofDomains, ...env } });
	beforeEach(() => {
		names.clear();
		names.fail(null);
		names.set(TARGET, "A", "192.0.2.1");
	});
	afterAll(() => names.close());
	return { names, clock, app, ...domainsOf(names, clock) };
}
