/** Stop signals: from a supervisor, Ctrl-C, or a closed terminal. */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** Signals within this time of the first are duplicates: npm repeats the terminal's (P122). */
const SAME_MS = 1_000;
/** npm repeats the signal, which would kill a process that is exiting, without its exit code. */
const COPY_MS = 100;

type Answers = {
	stop: () => void;
	/** A later signal: the user doesn't want to wait. */
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
