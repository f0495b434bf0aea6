import { setImmediate as nextLoop } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StandInWorker } from "#server/testing/app/stand-in-worker.ts";
import { createWorkerClient, type WorkerEnded } from "./worker-client.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function rig({ isReady = true } = {}) {
	const workers: StandInWorker[] = [];
	const ended: WorkerEnded[] = [];
	const client = createWorkerClient<string, string>({
		start() {
			const worker = new StandInWorker({ isReady });
			workers.push(worker);
			return worker;
		},
		startMs: 1_000,
		...{ workMs: 100, deadlineMs: 300 },
		ended: (error) => ended.push(error),
	});
	return { ...client, workers, ended };
}

it("starts one worker with the first order, and gives each order its own answer", async () => {
	const { ask, workers } = rig();
	expect(workers).toHaveLength(0);
	const asked = [ask("a"), ask("b")];
	workers[0]?.answer("of b");
	workers[0]?.answer("of a", 1);
	expect(await Promise.all(asked)).toEqual(["of a", "of b"]);
	expect([workers.length, workers[0]?.orders]).toEqual([1, ["a", "b"]]);
});

it.each([
	["costly", "used all of its processing time", 100, 100],
	["late", "got less of it until the deadline", 90, 300],
] as const)("ends a worker as %s that %s, counted from when it is ready, and starts another", async (...row) => {
	const [over, , used, at] = row;
	const { ask, ready, workers, ended } = rig({ isReady: false });
	const asked = ask("late");
	const beside = ask("beside");
	vi.advanceTimersByTime(999);
	// What it took to start is not the order's.
	if (workers[0]) workers[0].used = 5_000;
	workers[0]?.reply("ready");
	await ready();
	if (workers[0]) workers[0].used += used;
	vi.advanceTimersByTime(at - 1);
	await nextLoop();
	expect(ended).toEqual([]);
	vi.advanceTimersByTime(1);
	const error = { name: "WorkerEnded", over, wasReady: true };
	for (const each of [asked, beside]) await expect(each).rejects.toMatchObject(error);
	expect([ended.length, workers[0]?.terminated]).toEqual([1, 1]);
	const next = ask("next");
	workers[1]?.answer("done");
	expect(await next).toBe("done");
});

it("takes an answer that has arrived when the deadline is noticed", async () => {
	const { ask, ready, workers, ended } = rig();
	const asked = ask("a");
	await ready();
	vi.advanceTimersByTime(300);
	workers[0]?.answer("just so");
	expect(await asked).toBe("just so");
	await nextLoop();
	expect(ended).toEqual([]);
});

it("gives up a worker that doesn't start", async () => {
	const { ask, ready, ended } = rig({ isReady: false });
	const [asked, awaited] = [ask("a"), ready()];
	vi.advanceTimersByTime(1_000);
	for (const each of [asked, awaited]) await expect(each).rejects.toMatchObject({ wasReady: false, over: null });
	expect(ended).toMatchObject([{ message: "It did not start in time" }]);
});

it("fails what waits for a worker that ends, and reports one that ends while idle", async () => {
	const { ask, ready, workers, ended } = rig();
	const asked = ask("a");
	workers[0]?.emit("exit", null, "SIGSEGV");
	await expect(asked).rejects.toMatchObject({ name: "WorkerEnded", message: "It ended by itself, with SIGSEGV" });
	await ready();
	workers[1]?.emit("error", new Error("out of memory"));
	workers[1]?.emit("exit", 1);
	expect(ended.map(({ message }) => message)).toEqual(["It ended by itself, with SIGSEGV", "It failed"]);
	expect(ended[1]?.cause).toMatchObject({ message: "out of memory" });
});

it("fails only the order that broke the worker", async () => {
	const { ask, workers, ended } = rig();
	const [good, bad] = [ask("good"), ask("bad")];
	workers[0]?.problem("RangeError");
	workers[0]?.answer("fine", 1);
	await expect(bad).rejects.toThrow("RangeError");
	expect([await good, ended]).toEqual(["fine", []]);
});

it("sends the worker the abort of an order, and ignores its answer", async () => {
	const { ask, workers } = rig();
	const gone = new AbortController();
	const asked = ask("a", { signal: gone.signal });
	const beside = ask("b");
	gone.abort(new Error("gone"));
	await expect(asked).rejects.toThrow("gone");
	await expect(ask("c", { signal: gone.signal })).rejects.toThrow("gone");
	expect(workers[0]?.aborted).toEqual([1]);
	workers[0]?.answer("late", 1);
	workers[0]?.answer("fine");
	expect(await beside).toBe("fine");
	await nextLoop();
	vi.advanceTimersByTime(10_000);
	expect(workers[0]?.terminated).toBe(0);
});

it("stops without a report, and starts again with the next order", async () => {
	const { ask, stop, workers, ended } = rig();
	const asked = ask("a");
	stop();
	stop();
	await expect(asked).rejects.toMatchObject({ message: "It was stopped" });
	expect([workers[0]?.terminated, ended]).toEqual([1, []]);
	void ask("b").catch(() => undefined);
	expect(workers).toHaveLength(2);
	stop();
});
