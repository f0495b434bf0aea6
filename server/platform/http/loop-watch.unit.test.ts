import { describe, expect, it, vi } from "vitest";
import { createLoopWatch } from "./loop-watch.ts";

/** A watch whose beats come as late as told, with these routes under way. */
async function watched(stretches: { heldMs: number; cpuMs?: number; routes?: string[] }[]) {
	const time = { now: 0, cpu: 0 };
	let routes: string[] = [];
	const log = { error: vi.fn() };
	const watch = createLoopWatch({
		requests: { sinceLastAsked: () => () => routes },
		log,
		clock: { now: () => time.now, cpu: () => time.cpu },
	});
	watch.start();
	watch.stop();
	for (const { heldMs, cpuMs = heldMs, ...under } of stretches) {
		routes = under.routes ?? [];
		time.now += 20 + heldMs;
		time.cpu += cpuMs;
		watch.beat();
	}
	return { log, text: await watch.metrics.metrics() };
}

describe("the watch of the event loop", () => {
	it("counts stretches over 50 ms by the route that was under way", async () => {
		const { text, log } = await watched([
			{ heldMs: 50, routes: ["GET /api/links"] },
			{ heldMs: 51, routes: ["GET /api/links"] },
			{ heldMs: 300, routes: ["POST /api/imports", "POST /api/imports"] },
			{ heldMs: 300, routes: ["POST /api/imports", "GET /api/links"] },
			{ heldMs: 80 },
		]);
		const counts = [...text.matchAll(/^visualink_event_loop_stretch_seconds_count\{route="(.*)"\} (\d+)$/gm)];
		expect(counts.map(([, route, count]) => [route, Number(count)])).toEqual([
			["none", 1],
			["GET /api/links", 1],
			["POST /api/imports", 1],
			["several", 1],
		]);
		expect(log.error).not.toHaveBeenCalled();
	});

	it("alerts over a second, and names the routes that were under way", async () => {
		const { text, log } = await watched([
			{ heldMs: 1_000, routes: ["GET /api/links"] },
			{ heldMs: 1_001, cpuMs: 990, routes: ["POST /api/imports", "GET /api/links"] },
			{ heldMs: 2_000, routes: ["POST /api/imports"] },
			{ heldMs: 3_000, cpuMs: 20 },
		]);
		expect(log.error.mock.calls).toEqual([
			[
				{ alert: "event_loop", heldMs: 1_001, cpuMs: 990, routes: ["POST /api/imports", "GET /api/links"] },
				"the event loop was held for 1001 ms, under way: POST /api/imports, GET /api/links",
			],
			[
				{ alert: "event_loop", heldMs: 2_000, cpuMs: 2_000, routes: ["POST /api/imports"] },
				"the event loop was held for 2000 ms, under way: POST /api/imports",
			],
			[
				{ alert: "event_loop", heldMs: 3_000, cpuMs: 20, routes: [] },
				"the event loop was held for 3000 ms, under way: work between requests",
			],
		]);
		expect(text).toContain('visualink_event_loop_blocked_total{route="none"} 1');
		expect(text).toContain('visualink_event_loop_blocked_total{route="several"} 1');
		expect(text).toContain('visualink_event_loop_blocked_total{route="POST /api/imports"} 1');
	});
});
