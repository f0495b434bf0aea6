import { Gauge } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";

/** The running release, from its build or `RELEASE`. */
export function releaseMetrics(release: string): PartRegistry {
	const metrics = new PartRegistry("release");
	new Gauge({
		name: "visualink_build_info",
		help: "Always 1; the release that runs is in its label",
		labelNames: ["release"],
		registers: [metrics],
	}).set({ release }, 1);
	return metrics;
}
