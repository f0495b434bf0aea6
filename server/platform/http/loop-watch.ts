import type { Logger } from "pino";
import { Counter, Histogram } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { RouteTimes } from "./route-times.ts";

/** Interval of event-loop samples; a delay is measured late by at most this. */
const BEAT_MS = 20;
const COUNTED_MS = 50;
const ALERT_MS = 1_000;
/** In seconds. */
const UP_TO = [0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MOST_NAMED = 10;

type Options = {
	requests: Pick<RouteTimes, "sinceLastAsked">;
	log: Pick<Logger, "error">;
	clock?: { now: () => number; cpu: () => number };
};

/**
 * Measures event-loop delays: over 50 ms they count for the running route, over a second they alert (P254). CPU time
 * excludes starvation.
 */
export function createLoopWatch({ requests, log, clock = CLOCK }: Options) {
	const metrics = new PartRegistry("event_loop");
	const stretches = new Histogram({
		name: "visualink_event_loop_stretch_seconds",
		help: "Stretches over 50 ms in which nobody else had a turn",
		labelNames: ["route"],
		buckets: UP_TO,
		registers: [metrics],
	});
	stretches.zero({ route: "none" });
	const blocked = new Counter({
		name: "visualink_event_loop_blocked_total",
		help: "Stretches over a second",
		labelNames: ["route"],
		registers: [metrics],
	});
	for (const route of ["none", "several"]) blocked.inc({ route }, 0);
	let timer: NodeJS.Timeout | undefined;
	let beatAt = 0;
	let cpuAtBeat = 0;

	function beat(): void {
		const now = clock.now();
		const cpu = clock.cpu();
		const heldMs = now - beatAt - BEAT_MS;
		const routes = requests.sinceLastAsked();
		if (heldMs > COUNTED_MS) held(heldMs, cpu - cpuAtBeat, [...new Set(routes())]);
		beatAt = now;
		cpuAtBeat = cpu;
	}

	function held(heldMs: number, cpuMs: number, routes: string[]): void {
		const route = routes.length > 1 ? "several" : (routes[0] ?? "none");
		stretches.observe({ route }, heldMs / 1_000);
		if (heldMs <= ALERT_MS) return;
		blocked.inc({ route });
		const fields = { heldMs: Math.round(heldMs), cpuMs: Math.round(cpuMs), routes: routes.slice(0, MOST_NAMED) };
		const by = fields.routes.join(", ") || "work between requests";
		log.error({ alert: "event_loop", ...fields }, `the event loop was held for ${fields.heldMs} ms, under way: ${by}`);
	}

	return {
		beat,
		start(): void {
			beatAt = clock.now();
			cpuAtBeat = clock.cpu();
			timer = setInterval(beat, BEAT_MS);
			timer.unref();
		},
		stop(): void {
			clearInterval(timer);
		},
		metrics,
	};
}

const CLOCK = {
	now: () => performance.now(),
	cpu() {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1_000;
	},
};
