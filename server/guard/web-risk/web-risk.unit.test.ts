import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWebRiskApi } from "#server/outbound/web-risk-api.ts";
import { startWebRiskStandIn } from "#server/testing/guard/web-risk-stand-in.ts";
import { applyDiff } from "./list-diff.ts";
import { createWebRisk } from "./web-risk.ts";
import { createWebRiskFigures } from "./web-risk-figures.ts";

const EVIL = new URL("https://www.evil.example/login?a=1");
const PHISHING = [{ code: "web-risk", words: ["phishing"], evidence: "closed" }];

let standIn: Awaited<ReturnType<typeof startWebRiskStandIn>>;
let clock = 0;
/** What was reported, in order. */
let news: string[] = [];
let webRisk: ReturnType<typeof createWebRisk>;
let figures: ReturnType<typeof createWebRiskFigures>;

beforeEach(async () => {
	standIn = await startWebRiskStandIn();
	[clock, news] = [Date.now(), []];
	figures = createWebRiskFigures();
	webRisk = createWebRisk({
		api: createWebRiskApi({ origin: standIn.origin, key: "a-key" }),
		changed: async () => void news.push("changed"),
		answered: async (threats) => void news.push(`answered ${threats.join()}`),
		now: () => new Date(clock),
		log: pino({ level: "silent" }),
		apply: async (present, answer) => applyDiff(present, answer.toString()),
		figures,
	});
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
async function figure(name: string) {
	return Number(new RegExp(`^visualink_web_risk_${name} (\\S+)$`, "m").exec(await figures.registry.metrics())?.[1]);
}

describe.each([
	["Rice encoded", true],
	["raw", false],
])("P392: Web Risk by lists that come %s", (_, rice) => {
	beforeEach(() => {
		standIn.state.rice = rice;
	});

	it("names the threats of an address, of its host and of its folders", async () => {
		standIn.plant("evil.example/");
		standIn.plant("other.example/a/", "MALWARE");
		standIn.plant("other.example/a/b", "UNWANTED_SOFTWARE", 7);
		await webRisk.work.run();
		expect(await reasons(EVIL)).toEqual(PHISHING);
		expect(await reasons(new URL("https://other.example/a/b"))).toEqual([
			{ code: "web-risk", words: ["malware", "unwanted software"], evidence: "closed" },
		]);
		for (const fine of ["https://notevil.example/", "https://other.example/", "https://other.example/b"]) {
			expect([fine, await reasons(new URL(fine))]).toEqual([fine, []]);
		}
		expect(await figure("entries")).toBe(3);
		expect(await figure('calls_total{call="diff",outcome="ok"}')).toBe(3);
	});

	it("follows what its lists gain and lose, by version tokens", async () => {
		standIn.plant("evil.example/");
		for (let n = 0; n < 50; n += 1) standIn.plant(`${n}.example/`, "SOCIAL_ENGINEERING", n % 7 === 0 ? 6 : 4);
		await webRisk.work.run();
		standIn.remove("evil.example/");
		for (let n = 0; n < 50; n += 3) standIn.remove(`${n}.example/`);
		standIn.plant("new.example/");
		await webRisk.work.run();
		expect(await reasons(EVIL)).toEqual([]);
		expect(await reasons(new URL("https://new.example/"))).toEqual(PHISHING);
		const named = await Promise.all([...Array(50).keys()].map((n) => reasons(new URL(`https://${n}.example/`))));
		expect(named.map(({ length }) => length)).toEqual([...Array(50).keys()].map((n) => (n % 3 === 0 ? 0 : 1)));
		const tokens = standIn.asked.map(({ searchParams }) => searchParams.has("versionToken"));
		expect(tokens.slice(0, 6)).toEqual([false, false, false, true, true, true]);
		expect(news.filter((each) => each === "changed")).toHaveLength(2);
	});
});

describe("P392: what Google learns", () => {
	it("is four bytes of a hash, only of an address whose hash begins as one on a list", async () => {
		standIn.plant("evil.example/", "SOCIAL_ENGINEERING", 32);
		await webRisk.work.run();
		for (let n = 0; n < 20; n += 1) await reasons(new URL(`https://shop-${n}.example/a/b?c=1`));
		expect(standIn.searches()).toEqual([]);
		await reasons(EVIL);
		const [asked] = standIn.searches();
		expect(Buffer.from(asked?.searchParams.get("hashPrefix") ?? "", "base64url")).toHaveLength(4);
		expect([...(asked?.searchParams.keys() ?? [])].sort()).toEqual(["hashPrefix", ...Array(3).fill("threatTypes")]);
		expect(standIn.asked.some(({ href }) => /evil|a-key/.test(href))).toBe(false);
		expect([...standIn.keys]).toEqual(["a-key"]);
	});

	it("is asked once for as long as an answer is good, also for one that says no", async () => {
		standIn.plant("evil.example/");
		standIn.plantNeighbour("fine.example/");
		await webRisk.work.run();
		const fine = new URL("https://fine.example/");
		for (let n = 0; n < 3; n += 1) expect([await reasons(EVIL), await reasons(fine)]).toEqual([PHISHING, []]);
		expect(standIn.searches()).toHaveLength(2);
		clock += standIn.state.goodMs + 1_000;
		// Nothing is known until it is asked again, so what is closed stays closed.
		expect([webRisk.listed(EVIL), webRisk.isUnsure(PHISHING[0] as never, EVIL)]).toEqual([[], true]);
		expect(await reasons(EVIL)).toEqual(PHISHING);
	});

	it("is asked once for many at the same time", async () => {
		standIn.plant("evil.example/");
		await webRisk.work.run();
		await Promise.all(Array.from({ length: 20 }, () => webRisk.lookUp([EVIL])));
		expect(standIn.searches()).toHaveLength(1);
	});
});

describe("P392: an address that no save asked about", () => {
	it("is asked about between requests, and reported where it is a threat", async () => {
		standIn.plant("evil.example/");
		standIn.plantNeighbour("fine.example/");
		webRisk.work.start();
		await webRisk.work.run();
		expect(webRisk.listed(EVIL)).toEqual([]);
		webRisk.listed(new URL("https://fine.example/"));
		await expect.poll(() => news.filter((each) => each.startsWith("answered")).join()).toContain(EVIL.href);
		expect(news.join()).not.toContain("fine.example");
		expect(webRisk.listed(EVIL)).toEqual(PHISHING);
	});
});

describe("P392: while Web Risk can't be asked", () => {
	it.each([429, 500])("lists stay as they were, and saves neither fail nor wait (%i)", async (status) => {
		standIn.plant("evil.example/");
		standIn.plant("other.example/");
		await webRisk.work.run();
		expect(await reasons(EVIL)).toEqual(PHISHING);
		standIn.state.status = status;
		await webRisk.work.run();
		expect(await figure("entries")).toBe(2);
		expect(await reasons(EVIL)).toEqual(PHISHING);
		const other = new URL("https://other.example/");
		for (let n = 0; n < 5; n += 1) expect(await reasons(other)).toEqual([]);
		// One failure, and then a pause.
		expect(standIn.searches()).toHaveLength(2);
		expect(await figure('calls_total{call="hashes",outcome="failed"}')).toBe(1);
		expect(await figure('calls_total{call="diff",outcome="failed"}')).toBe(3);
		standIn.state.status = 200;
		clock += 61_000;
		expect(await reasons(other)).toEqual(PHISHING);
	});

	it("pauses for longer with each failure", async () => {
		standIn.plant("evil.example/");
		await webRisk.work.run();
		standIn.state.status = 503;
		const asked = async (seconds: number) => {
			clock += seconds * 1_000;
			await webRisk.lookUp([EVIL]);
			return standIn.searches().length;
		};
		expect([await asked(0), await asked(59), await asked(2), await asked(119), await asked(2)]).toEqual([
			1, 1, 2, 2, 3,
		]);
	});

	it("is unsure of what it closed, until each list was there once", async () => {
		standIn.state.status = 503;
		await webRisk.work.run();
		const [phishing] = PHISHING as [never];
		expect([webRisk.listed(EVIL), webRisk.isUnsure(phishing, EVIL)]).toEqual([[], true]);
		expect(await figure("updated_timestamp_seconds")).toBe(0);
		standIn.state.status = 200;
		await webRisk.work.run();
		expect(webRisk.isUnsure(phishing, EVIL)).toBe(false);
		expect(await figure("updated_timestamp_seconds")).toBeCloseTo(clock / 1_000);
	});

	it("refuses a diff with another checksum, and then asks for the whole list", async () => {
		standIn.plant("evil.example/");
		await webRisk.work.run();
		standIn.remove("evil.example/");
		standIn.state.isChecksumWrong = true;
		await webRisk.work.run();
		expect(await reasons(EVIL)).toEqual([]);
		expect(await figure("entries")).toBe(1);
		standIn.state.isChecksumWrong = false;
		const before = standIn.asked.length;
		await webRisk.work.run();
		const diffs = standIn.asked.slice(before).filter(({ pathname }) => pathname.endsWith("computeDiff"));
		expect(diffs.map(({ searchParams }) => searchParams.has("versionToken"))).toEqual([false, false, false]);
		expect(await figure("entries")).toBe(0);
	});
});
