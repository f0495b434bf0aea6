import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { ALERTS, createAlertCounts } from "./alerts.ts";

const root = path.resolve(import.meta.dirname, "../../..");

function alertsIn(folder: string): string[] {
	return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
		.flatMap((file) => [...readFileSync(path.join(root, folder, file), "utf8").matchAll(/\balert: "(\w+)"/g)])
		.map(([, name = ""]) => name);
}

test("every alert of the code is counted and documented, and none besides (P147)", () => {
	const rows = readFileSync(path.join(root, "docs/monitoring/alerts.md"), "utf8").matchAll(
		/^\| `([a-z_]+)` \| .* \| .* \|$/gm,
	);
	const documented = [...rows].map(([, name = ""]) => name);
	expect(new Set(alertsIn("server"))).toEqual(new Set(ALERTS));
	expect(documented).toEqual(expect.arrayContaining([...ALERTS]));
});

test("alerts are counted as the log has them, each from 0", async () => {
	const { onLine, metrics } = createAlertCounts();
	const log = createLog({ logLevel: "error", onLine }, { write: () => {} });
	log.error({ alert: "clock" }, "told");
	log.child({ of: "it" }).fatal({ alert: "clock" }, "told");
	log.warn({ alert: "disk" }, "left out");
	log.error("no alert");
	log.error({ alert: "not one of ours" }, "left out");
	const series = ALERTS.map((alert) => [`visualink_alerts_total{alert="${alert}"}`, alert === "clock" ? 2 : 0]);
	expect(await samplesOf(metrics)).toEqual(Object.fromEntries(series));
});
