import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onStopSignals } from "./stop-signals.ts";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Listens as the service does, until `run` is done. */
function withSignals(run: (heard: { stop: () => void; endNow: () => void }) => void): void {
	const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
	const heard = { stop: vi.fn(), endNow: vi.fn() };
	onStopSignals(heard);
	try {
		run(heard);
	} finally {
		for (const signal of SIGNALS) {
			for (const listener of process.listeners(signal)) {
				if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
			}
		}
	}
}

it("a signal and the copy that npm passes on are one", () => {
	withSignals(({ stop, endNow }) => {
		process.emit("SIGINT");
		vi.advanceTimersByTime(50);
		process.emit("SIGINT");
		vi.advanceTimersByTime(10_000);
		expect(stop).toHaveBeenCalledTimes(1);
		expect(endNow).not.toHaveBeenCalled();
	});
});

it("a second signal ends the process once, and only when npm has passed on its copy", () => {
	withSignals(({ stop, endNow }) => {
		process.emit("SIGINT");
		vi.advanceTimersByTime(1_100);
		process.emit("SIGINT");
		vi.advanceTimersByTime(50);
		expect(endNow).not.toHaveBeenCalled();
		process.emit("SIGINT");
		vi.advanceTimersByTime(10_000);
		expect(endNow).toHaveBeenCalledTimes(1);
		expect(stop).toHaveBeenCalledTimes(1);
	});
});
