import type { Logger } from "pino";
import { Counter, Histogram } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { RouteTimes } from "./route-times.ts";

/** How often the event loop's beat is looked at; a stretch is late by at most as much. */
const BEAT_MS = 20;
/** A shorter stretch is not counted, and a longer one is an alert. */
const COUNTED_MS = 50;
const ALERT_MS = 1_000;
/** In seconds. */
const UP_TO = [0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Routes that one line of the log names. */
const MOST_NAMED = 10;

type Options = {
	requests: Pick<RouteTimes, "sinceLastAsked">;
	log: Pick<Logger, "error">;
	/** Milliseconds since some moment, and CPU time of the process in milliseconds. */
	clock?: { now: () => number; cpu: () => number };
};

/**
 * Measures how long the event loop is blocked (P254). Each stretch over 50 ms counts for the route in progress: `none`
 * without one, `several` for more than one, since they can't be distinguished. Over a second it is an alert with their
 * names. CPU time distinguishes it from a process that wasn't scheduled.
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
