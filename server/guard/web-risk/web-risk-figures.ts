import { Counter, Gauge } from "prom-client";
import { PartRegistry } from "#server/work/part-registry.ts";

const CALLS = ["diff", "hashes"] as const;
const OUTCOMES = ["ok", "failed"] as const;

export type WebRiskFigures = ReturnType<typeof createWebRiskFigures>;

/** What is asked of Web Risk and what is kept of it, as metrics; zeros where it is off. */
export function createWebRiskFigures() {
	const registry = new PartRegistry("web-risk");
	const entries = new Gauge({
		name: "visualink_web_risk_entries",
		help: "Beginnings of hashes on the lists of Google Web Risk",
		registers: [registry],
	});
	const updated = new Gauge({
		name: "visualink_web_risk_updated_timestamp_seconds",
		help: "When all lists of Google Web Risk were last brought up to date, in Unix time; 0: not yet, or it is off",
		registers: [registry],
	});
	const calls = new Counter({
		name: "visualink_web_risk_calls_total",
		help: "Requests to Google Web Risk: for what its lists have gained and lost, and about whole hashes",
		labelNames: ["call", "outcome"],
		registers: [registry],
	});
	for (const call of CALLS) for (const outcome of OUTCOMES) calls.inc({ call, outcome }, 0);
	return {
		registry,
		called: (call: (typeof CALLS)[number], outcome: (typeof OUTCOMES)[number]) => calls.inc({ call, outcome }),
		kept: (count: number) => entries.set(count),
		updated: (at: Date) => updated.set(at.getTime() / 1_000),
	};
}
