import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { afterOwnTime, watchOwnTime, withinOwnTime } from "./own-time.ts";

let now = 0;
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
	now = 0;
	vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
});

/** Each beat of the timers takes so long by the clock. */
function run(beats: number, clockMs: number): void {
	for (let n = 0; n < beats; n += 1) {
		now += clockMs;
		vi.advanceTimersByTime(20);
	}
}

describe("a deadline in the time of its own thread", () => {
	it.each([
		["as long as the clock's, where the thread always runs", 20, 45],
		["so much longer as the thread runs less", 60, 45],
		["over by the clock at five times its length, which is the machine's fault", 120, 39, true],
		["the machine's fault already where it runs a tenth of the time", 200, 24, true],
	])("is %s", (_, clockMs, beats, isOurs = false) => {
		const late = vi.fn();
		afterOwnTime(900, late);
		run(beats - 1, clockMs);
		expect(late).not.toHaveBeenCalled();
		run(1, clockMs);
		expect(late).toHaveBeenCalledWith(isOurs);
	});

	it("takes an answer that has arrived by then, and leaves nothing behind", async () => {
		let answer = (_: string) => {};
		const asked = withinOwnTime(20, new Promise<string>((resolve) => (answer = resolve)), () => "late");
		vi.advanceTimersToNextTimer();
		answer("just so");
		expect(await asked).toBe("just so");
		expect(vi.getTimerCount()).toBe(0);
	});
});

describe("a thread", () => {
	it.each([
		["in time where it runs half of the time", 40, false],
		["late where it runs less", 50, true],
	])("is %s", (_, clockMs, isLate) => {
		const ownTime = watchOwnTime();
		run(100, clockMs);
		expect(ownTime.isLate()).toBe(isLate);
		ownTime.stop();
		expect(vi.getTimerCount()).toBe(0);
	});
});
