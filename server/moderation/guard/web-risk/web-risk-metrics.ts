import { Counter } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";

const OUTCOMES = ["ok", "failed"] as const;

/** Metric of Web Risk requests; zeros while disabled. */
export function createWebRiskMetrics() {
	const registry = new PartRegistry("web-risk");
	const calls = new Counter({
		name: "visualink_web_risk_calls_total",
		help: "Requests to Google Web Risk about addresses",
		labelNames: ["outcome"],
		registers: [registry],
	});
	for (const outcome of OUTCOMES) calls.inc({ outcome }, 0);
	return { registry, called: (outcome: (typeof OUTCOMES)[number]) => calls.inc({ outcome }) };
}
