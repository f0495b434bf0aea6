/** What asks the process to stop: a supervisor, Ctrl-C, a terminal that was closed. */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** Signals within so long of the first are that one: npm passes on what the terminal has sent already (P122). */
const SAME_MS = 1_000;
/** Time for npm to pass on the second one, in milliseconds. A process that is ending already would die of it, without its code. */
const COPY_MS = 100;

type Answers = {
	/** The first signal. */
	stop: () => void;
	/** One that comes later: someone does not want to wait. */
	endNow: () => void;
};

/** Listens for stop signals from now on. */
export function onStopSignals({ stop, endNow }: Answers): void {
	let toldAt: number | null = null;
	let isEnding = false;
	const onSignal = () => {
		if (toldAt === null) {
			toldAt = performance.now();
			stop();
		} else if (!isEnding && performance.now() - toldAt > SAME_MS) {
			isEnding = true;
			setTimeout(endNow, COPY_MS);
		}
	};
	for (const signal of SIGNALS) process.on(signal, onSignal);
}
