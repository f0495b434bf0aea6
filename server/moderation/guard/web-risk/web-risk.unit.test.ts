import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWebRiskApi } from "#server/platform/outbound/web-risk-api.ts";
import { startWebRiskStandIn } from "#server/testing/guard/web-risk-stand-in.ts";
import { createWebRisk } from "./web-risk.ts";
import { createWebRiskMetrics } from "./web-risk-metrics.ts";

const EVIL = new URL("https://www.evil.example/login?a=1#part");
const PHISHING = [{ code: "web-risk" as const, words: ["phishing"], evidence: "closed" as const }];

let standIn: Awaited<ReturnType<typeof startWebRiskStandIn>>;
let clock = 0;
/** Threats that were reported, in order. */
let reported: string[] = [];
let webRisk: ReturnType<typeof createWebRisk>;
let metrics: ReturnType<typeof createWebRiskMetrics>;

function start(timeoutMs?: number) {
	const api = createWebRiskApi({ origin: standIn.origin, key: "a-key" });
	return createWebRisk({
		...{ api, called: metrics.called, now: () => new Date(clock), log: pino({ level: "silent" }) },
		answered: async (threats) => void reported.push(...threats),
		...(timeoutMs !== undefined && { timeoutMs }),
	});
}

beforeEach(async () => {
	standIn = await startWebRiskStandIn();
	[clock, reported] = [Date.now(), []];
	metrics = createWebRiskMetrics();
	webRisk = start();
});
afterEach(async () => {
	await webRisk.work.stop();
	await standIn.close();
});

/** As a save does. */
async function reasons(url: URL) {
	await webRisk.lookUp([url]);
	return webRisk.listed(url);
}

describe("P392: Web Risk by its Lookup API", () => {
	it("names the threats of an address, and is sent nothing but the address without its fragment", async () => {
		standIn.plant("www.evil.example");
		standIn.plant("other.example", "UNWANTED_SOFTWARE", "MALWARE");
		expect(await reasons(EVIL)).toEqual(PHISHING);
		expect(await reasons(new URL("https://other.example/"))).toEqual([
			{ code: "web-risk", words: ["malware", "unwanted software"], evidence: "closed" },
		]);
		expect(await reasons(new URL("https://fine.example/"))).toEqual([]);
		expect(standIn.asked).toEqual([
			"https://www.evil.example/login?a=1",
			"https://other.example/",
			"https://fine.example/",
		]);
		expect([...standIn.keys]).toEqual(["a-key"]);
		expect(await metrics.registry.metrics()).toContain('visualink_web_risk_calls_total{outcome="ok"} 3');
	});

	it("is asked once for as long as an answer is good, and at once for the same address", async () => {
		standIn.plant("www.evil.example");
		const fine = new URL("https://fine.example/");
		await Promise.all(Array.from({ length: 20 }, () => webRisk.lookUp([EVIL])));
		for (let n = 0; n < 3; n += 1) expect([await reasons(EVIL), await reasons(fine)]).toEqual([PHISHING, []]);
		expect(standIn.asked).toHaveLength(2);
		clock += standIn.state.goodMs + 1_000;
		// Nothing is known until Google is asked again, so what is closed stays closed.
		expect([webRisk.listed(EVIL), webRisk.isUnsure(PHISHING[0] as never, EVIL)]).toEqual([[], true]);
		standIn.remove("www.evil.example");
		expect(await reasons(EVIL)).toEqual([]);
		expect(webRisk.isUnsure(PHISHING[0] as never, EVIL)).toBe(false);
	});

	it("an address that no save asked about is asked about between requests, and reported where it is a threat", async () => {
		standIn.plant("www.evil.example");
		webRisk.work.start();
		webRisk.askLater([EVIL, new URL("https://fine.example/")]);
		await expect.poll(() => reported).toEqual([EVIL.href]);
		expect(webRisk.listed(EVIL)).toEqual(PHISHING);
		expect(standIn.asked).toHaveLength(2);
	});
});

describe("P392: while Web Risk can't be asked", () => {
	it.each([429, 500])("saves neither fail nor wait (%i), and addresses are asked about later", async (status) => {
		standIn.plant("www.evil.example");
		standIn.state.status = status;
		for (let n = 0; n < 5; n += 1) expect(await reasons(EVIL)).toEqual([]);
		// One failure, and then a pause.
		expect(standIn.asked).toHaveLength(1);
		expect(await metrics.registry.metrics()).toContain('{outcome="failed"} 1');
		webRisk.askLater([EVIL]);
		standIn.state.status = 200;
		await webRisk.work.run();
		expect([standIn.asked.length, reported]).toEqual([1, []]);
		clock += 61_000;
		await webRisk.work.run();
		expect(reported).toEqual([EVIL.href]);
	});

	it("an address that Google takes for none is fine, and a wrong key isn't taken for that", async () => {
		standIn.state.status = 400;
		standIn.state.error = "Invalid URI";
		expect(await reasons(EVIL)).toEqual([]);
		const other = new URL("https://other.example/");
		standIn.state.error = "API key not valid. Please pass a valid API key.";
		expect(await reasons(other)).toEqual([]);
		expect([EVIL, other].map((url) => webRisk.isUnsure(PHISHING[0] as never, url))).toEqual([false, true]);
		expect(standIn.asked).toHaveLength(2);
	});

	it("one that always fails holds up none of the others", async () => {
		standIn.state.status = 500;
		webRisk.askLater([1, 2, 3, 4, 5].map((n) => new URL(`https://${n}.example/`)));
		await webRisk.work.run();
		clock += 61_000;
		await webRisk.work.run();
		expect(new Set(standIn.asked).size).toBe(5);
	});

	it("a slow answer is given up in time", async () => {
		standIn.plant("www.evil.example");
		standIn.state.isSilent = true;
		webRisk = start(50);
		expect(await reasons(EVIL)).toEqual([]);
		expect(await metrics.registry.metrics()).toContain('{outcome="failed"} 1');
	});

	it("pauses for longer with each failure", async () => {
		standIn.state.status = 503;
		const asked = async (seconds: number) => {
			clock += seconds * 1_000;
			await webRisk.lookUp([EVIL]);
			return standIn.asked.length;
		};
		expect([await asked(0), await asked(59), await asked(2), await asked(119), await asked(2)]).toEqual([
			1, 1, 2, 2, 3,
		]);
	});
});
