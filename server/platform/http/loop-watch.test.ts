import { expect, it } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const METRICS_TOKEN = "a-token-of-some-length";
/** How long the next look at the clock holds the event loop. */
let holdMs = 0;
const alerts: { alert?: string; routes?: string[]; heldMs?: number; cpuMs?: number }[] = [];

const app = useTestApp({
	env: { METRICS_TOKEN },
	now() {
		const until = performance.now() + holdMs;
		holdMs = 0;
		while (performance.now() < until);
		return new Date();
	},
	deps: () => ({
		log: createLog({
			logLevel: "error",
			onLine: (line) => alerts.push(line as (typeof alerts)[number]),
		}),
	}),
});

it("names the route of a request that holds the event loop for over a second (P254)", async () => {
	const person = await app.signedIn();
	holdMs = 1_300;
	expect((await person.get(API.links.monthlyUsage)).status).toBe(200);
	expect(holdMs).toBe(0);
	// A busy machine may have held the loop for other requests, too.
	const told = () =>
		alerts.find(({ alert, routes }) => alert === "event_loop" && routes?.includes("GET /api/links/monthly-usage"));
	await until(() => told() !== undefined);
	expect(told()?.heldMs).toBeGreaterThan(1_000);
	const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
	const text = await (await app.browser().get("/metrics", { headers })).text();
	expect(text).toMatch(/visualink_event_loop_blocked_total\{route="(?:GET \/api\/links\/monthly-usage|several)"\} 1/);
});
