import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createThrottle } from "./throttle.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** When, in milliseconds from now, each begins or gives up. */
function rig(apartMs: number) {
	const moment = createThrottle({ apartMs });
	const start = performance.now();
	const seen: string[] = [];
	const after = () => Math.round(performance.now() - start);
	function ask(name: string, signal = new AbortController().signal) {
		void moment(signal).then(
			() => seen.push(`${name} at ${after()}`),
			(error: Error) => seen.push(`${name} left at ${after()}: ${error.message}`),
		);
	}
	return { ask, seen };
}

it("lets the first begin at once and the others in turn, each so much later", async () => {
	const { ask, seen } = rig(50);
	for (const name of ["first", "second", "third"]) ask(name);
	await vi.advanceTimersByTimeAsync(0);
	expect(seen).toEqual(["first at 0"]);
	await vi.advanceTimersByTimeAsync(99);
	expect(seen).toEqual(["first at 0", "second at 50"]);
	await vi.advanceTimersByTimeAsync(1);
	expect(seen).toEqual(["first at 0", "second at 50", "third at 100"]);
});

it("keeps nobody waiting who comes later than that", async () => {
	const { ask, seen } = rig(50);
	ask("first");
	await vi.advanceTimersByTimeAsync(60);
	ask("second");
	await vi.advanceTimersByTimeAsync(0);
	expect(seen).toEqual(["first at 0", "second at 60"]);
});

it("lets go at once of whoever leaves", async () => {
	const { ask, seen } = rig(50);
	const gone = new AbortController();
	ask("first");
	ask("second", gone.signal);
	await vi.advanceTimersByTimeAsync(10);
	gone.abort(new Error("gone"));
	await vi.advanceTimersByTimeAsync(0);
	ask("third", gone.signal);
	await vi.advanceTimersByTimeAsync(0);
	expect(seen).toEqual(["first at 0", "second left at 10: gone", "third left at 10: gone"]);
});
