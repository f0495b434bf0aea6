import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startService } from "./testing/machine/built-service.ts";
import { freePort } from "./testing/machine/free-port.ts";
import { ROOT } from "./testing/machine/root.ts";

const TOKEN = "a-token-of-some-length";
const METRIC = /\b(?:visualink|process|nodejs)_[a-z0-9_]+\b/g;
const OF_A_HISTOGRAM = /_(?:bucket|sum|count)$/;
/** Where metrics are told of, next to their own page. */
const USED_IN = [
	"docs/operating.md",
	"docs/monitoring/visualink-alerts.yml",
	"docs/monitoring/visualink-dashboard.json",
] as const;

/** What the built service tells: with an embedded database, which has metrics of its own. */
async function scrape(): Promise<string> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-metrics-"));
	const port = await freePort();
	const service = await startService({ PORT: String(port), DATA_DIR: dataDir, METRICS_TOKEN: TOKEN });
	try {
		const headers = { authorization: `Bearer ${TOKEN}` };
		return await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
	} finally {
		await service.stop();
		await rm(dataDir, { recursive: true, force: true });
	}
}

const textOf = (file: string) => readFile(path.join(ROOT, file), "utf8");
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

test("every metric is documented, and every one that is documented or asked for is there", async () => {
	const text = await scrape();
	const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]));
	const documented = (await textOf("docs/monitoring/metrics.md")).match(METRIC) ?? [];
	expect(sorted(documented)).toEqual(sorted(types.keys()));

	for (const file of USED_IN) {
		const used = ((await textOf(file)).match(METRIC) ?? []).map((name) => {
			const histogram = name.replace(OF_A_HISTOGRAM, "");
			return types.get(histogram) === "histogram" ? histogram : name;
		});
		expect(used.length, file).toBeGreaterThan(0);
		expect(
			used.filter((name) => !types.has(name)),
			file,
		).toEqual([]);
	}
	expect(types.size).toBeGreaterThan(50);
	for (const [name, type] of types) expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
	expect(text).toContain(`visualink_build_info{release="${(await textOf("dist/release")).trim()}"} 1`);
});

test("every alert of the rules is in the table of alerts.md with its level, and none besides", async () => {
	const rules = (await textOf("docs/monitoring/visualink-alerts.yml")).split(/^ {6}- alert: /m).slice(1);
	const levels = rules.map((rule) => `${/^\w+/.exec(rule)?.[0]} ${/severity: (\w+)/.exec(rule)?.[1]}`);
	const rows = (await textOf("docs/monitoring/alerts.md")).matchAll(/^\| `(Visualink\w+)` \| (\w+) \|/gm);
	expect(levels.length).toBeGreaterThan(20);
	expect(sorted([...rows].map(([, name, level]) => `${name} ${level}`))).toEqual(sorted(levels));
});
