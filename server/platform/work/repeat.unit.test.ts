import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { repeat } from "./repeat.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const passing = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** Work that counts its runs and ends when it is told to. */
function byHand() {
	const ends: ((result?: number | null) => void)[] = [];
	const work = vi.fn(
		(_stopping: AbortSignal) =>
			new Promise<number | null | undefined>((resolve) => ends.push((result) => resolve(result))),
	);
	return { work, end: (result?: number | null) => ends.shift()?.(result) };
}

describe("work that is repeated", () => {
	it("begins with the start, and comes again so long after its end", async () => {
		const { work, end } = byHand();
		const repeated = repeat({ work, everyMs: 1_000, failed: () => {} });
		await passing(5_000);
		expect(work).toHaveBeenCalledTimes(0);
		repeated.start();
		await passing(5_000);
		expect(work).toHaveBeenCalledTimes(1);
		end();
		await passing(999);
		expect(work).toHaveBeenCalledTimes(1);
		await passing(1);
		expect(work).toHaveBeenCalledTimes(2);
	});

	it("may begin later", async () => {
		const work = vi.fn(async () => undefined);
		repeat({ work, everyMs: 1_000, firstAfterMs: 300, failed: () => {} }).start();
		await passing(299);
		expect(work).toHaveBeenCalledTimes(0);
		await passing(1);
		expect(work).toHaveBeenCalledTimes(1);
	});

	it("comes when the last run said, and with null only when woken", async () => {
		const { work, end } = byHand();
		const repeated = repeat({ work, everyMs: 1_000, failed: () => {} });
		repeated.start();
		end(50);
		await passing(50);
		expect(work).toHaveBeenCalledTimes(2);
		end(null);
		await passing(100_000);
		expect(work).toHaveBeenCalledTimes(2);
		repeated.wake();
		expect(work).toHaveBeenCalledTimes(3);
	});

	it.each([
		["after its own time", { retryMs: 20 }, 20],
		["as ever where none is said", {}, 1_000],
	])("tells of a failure and comes again %s", async (_when, times, wait) => {
		const failed = vi.fn();
		const work = vi.fn(() => Promise.reject(new Error("broken")));
		repeat({ work, everyMs: 1_000, ...times, failed }).start();
		await passing(wait - 1);
		expect([work.mock.calls.length, failed.mock.calls.length]).toEqual([1, 1]);
		await passing(1);
		expect([work.mock.calls.length, failed.mock.calls.length]).toEqual([2, 2]);
	});

	it("waits twice as long after each further failure, up to the most, and its usual time after a success (P457)", async () => {
		let isBroken = true;
		const work = vi.fn(async () => {
			if (isBroken) throw new Error("broken");
			return undefined;
		});
		repeat({ work, everyMs: 100, retryMs: 10, mostRetryMs: 50, failed: () => {} }).start();
		await passing(0);
		for (const [n, wait] of [10, 20, 40, 50, 50].entries()) {
			await passing(wait - 1);
			expect(work).toHaveBeenCalledTimes(n + 1);
			await passing(1);
			expect(work).toHaveBeenCalledTimes(n + 2);
		}
		isBroken = false;
		await passing(50);
		isBroken = true;
		await passing(100);
		expect(work).toHaveBeenCalledTimes(8);
		await passing(10);
		expect(work).toHaveBeenCalledTimes(9);
	});

	it("runs once more after a run in which it was woken, however often", async () => {
		const { work, end } = byHand();
		const repeated = repeat({ work, everyMs: null, failed: () => {} });
		repeated.wake();
		expect(work).toHaveBeenCalledTimes(0);
		repeated.start();
		repeated.wake();
		repeated.wake();
		expect(work).toHaveBeenCalledTimes(1);
		end();
		await passing(0);
		expect(work).toHaveBeenCalledTimes(2);
		end();
		await passing(0);
		expect(work).toHaveBeenCalledTimes(2);
	});

	it("is joined, not doubled, by who asks for a run", async () => {
		const { work, end } = byHand();
		const repeated = repeat({ work, everyMs: null, failed: () => {} });
		const both = Promise.all([repeated.run(), repeated.run()]);
		expect(work).toHaveBeenCalledTimes(1);
		end();
		await both;
	});

	it("stops: tells the run under way, waits for it, and begins no other", async () => {
		const { work, end } = byHand();
		const repeated = repeat({ work, everyMs: 1, failed: () => {} });
		repeated.start();
		repeated.wake();
		let isStopped = false;
		const stopped = repeated.stop().then(() => {
			isStopped = true;
		});
		await passing(100);
		expect([isStopped, work.mock.calls[0]?.[0]?.aborted]).toEqual([false, true]);
		end();
		await stopped;
		repeated.wake();
		await passing(100);
		expect(work).toHaveBeenCalledTimes(1);
	});

	it("begins again after a stop", async () => {
		const work = vi.fn(async () => undefined);
		const repeated = repeat({ work, everyMs: 10, failed: () => {} });
		repeated.start();
		await repeated.stop();
		repeated.start();
		await passing(10);
		expect(work).toHaveBeenCalledTimes(3);
		await repeated.stop();
		await passing(100);
		expect(work).toHaveBeenCalledTimes(3);
	});
});
