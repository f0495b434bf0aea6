import { readFileSync } from "node:fs";
import { PerformanceObserver, performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";

/** How often the event loop beats; what runs between two beats is one stretch. */
const BEAT_MS = 10;
/** When a stretch is judged: by then its garbage collections and its stacks are known. */
const JUDGED_AFTER_MS = 150;
const KEPT_GC = 200;
const LET_GO_MS = 500;

/**
 * Watches this thread's event loop, which must be the main one: calls back with each stretch whose own CPU time is over
 * `mostMs`, with the stacks that were seen within it. Waiting for a processor and collecting garbage do not count.
 *
 * @param {{ mostMs: number, onStretch: (stretch: import("./stretches.ts").Stretch) => void }} options
 * @returns {{ stop: () => Promise<void> } | null} null where the system does not tell a thread's CPU time
 */
export function watchLoop({ mostMs, onStretch }) {
	if (threadCpuMs() === null) return null;
	/** The number of the beat, and whether the thread is to let go, and whether it has. */
	const beats = new Int32Array(new SharedArrayBuffer(12));
	/** @type {Map<number, import("./stretches.ts").Frame[][]>} */
	const stacks = new Map();
	/** @type {{ from: number, to: number }[]} */
	let collections = [];
	const observer = new PerformanceObserver((list) => {
		const found = list.getEntries().map((entry) => ({ from: entry.startTime, to: entry.startTime + entry.duration }));
		collections = [...collections, ...found].slice(-KEPT_GC);
	});
	observer.observe({ entryTypes: ["gc"] });
	const worker = new Worker(new URL("./guard.thread.mjs", import.meta.url), {
		workerData: { beats },
		execArgv: [],
		env: {},
	});
	worker.unref();
	worker.on("message", ({ beat, frames }) => {
		stacks.set(beat, [...(stacks.get(beat) ?? []), frames]);
		for (const old of stacks.keys()) if (old < beat - 100) stacks.delete(old);
	});

	let cpu = threadCpuMs() ?? 0;
	let at = performance.now();
	const timer = setInterval(() => {
		const [cpuNow, now, beat] = [threadCpuMs() ?? 0, performance.now(), Atomics.load(beats, 0)];
		const span = { cpuMs: cpuNow - cpu, from: at, to: now, beat };
		[cpu, at] = [cpuNow, now];
		Atomics.add(beats, 0, 1);
		if (span.cpuMs > mostMs) setTimeout(judge, JUDGED_AFTER_MS, span).unref();
	}, BEAT_MS);
	timer.unref();

	/** @param {{ cpuMs: number, from: number, to: number, beat: number }} span */
	function judge({ cpuMs, from, to, beat }) {
		const collected = collections.reduce(
			(sum, gc) => sum + Math.max(0, Math.min(gc.to, to) - Math.max(gc.from, from)),
			0,
		);
		const ownMs = cpuMs - collected;
		if (ownMs > mostMs)
			onStretch({ cpuMs: Math.round(ownMs), heldMs: Math.round(to - from), stacks: stacks.get(beat) ?? [] });
	}

	// A process that is looked into waits at its end.
	const letGo = () => {
		Atomics.store(beats, 1, 1);
		Atomics.wait(beats, 2, 0, LET_GO_MS);
	};
	process.once("exit", letGo);
	return {
		async stop() {
			process.off("exit", letGo);
			clearInterval(timer);
			observer.disconnect();
			await worker.terminate();
		},
	};
}

/** CPU time of the calling thread, which must be the main one, in milliseconds; null where the system does not tell it. */
export function threadCpuMs() {
	if (typeof process.threadCpuUsage === "function") {
		const { user, system } = process.threadCpuUsage();
		return (user + system) / 1_000;
	}
	try {
		// Nanoseconds on a processor (Documentation/scheduler/sched-stats); the main thread has the process's own id.
		const [nanoseconds = ""] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ");
		return Number(nanoseconds) / 1e6;
	} catch {
		return null;
	}
}
