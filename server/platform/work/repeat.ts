/** Work between requests that is done over and over: one run at a time. */
export type Repeated = {
	/** Begins, after a stop too; the first run comes after `firstAfterMs`. */
	start(): void;
	/** Runs soon, or once more after the run under way; nothing before `start` and after `stop`. */
	wake(): void;
	/** One run, now; joins the one under way. Never rejects. */
	run(): Promise<void>;
	/** Stops repeating, aborts the current run, and resolves when it has ended. */
	stop(): Promise<void>;
};

type Options = {
	/**
	 * One run.
	 * @param stopping is aborted when the run should come to an early end
	 * @returns milliseconds until the next run where it is another time than `everyMs`; null: only when woken
	 */
	work: (stopping: AbortSignal) => Promise<number | null | undefined>;
	/** Milliseconds from the end of a run to the next; null: only when woken. */
	everyMs: number | null;
	/** The same after a run that failed, `everyMs` if not given; doubled with each further failure. */
	retryMs?: number;
	/** The most that `retryMs` is doubled to; a minute if not given. */
	mostRetryMs?: number;
	/** Milliseconds from the start to the first run, 0 if not given. */
	firstAfterMs?: number;
	/** Called for every failed run. */
	failed: (error: unknown) => void;
};

const MINUTE_MS = 60_000;

/** Repeats work in the background, with exponential backoff while it fails. It keeps no process alive. */
export function repeat(options: Options): Repeated {
	const { work, everyMs, retryMs = everyMs, mostRetryMs = MINUTE_MS, firstAfterMs = 0, failed } = options;
	let failures = 0;
	let stopping = new AbortController();
	let isStarted = false;
	let isWoken = false;
	let running: Promise<void> | null = null;
	let timer: NodeJS.Timeout | undefined;

	function run(): Promise<void> {
		running ??= runOnce().finally(() => {
			running = null;
			if (isWoken) wake();
		});
		return running;
	}

	async function runOnce(): Promise<void> {
		clearTimeout(timer);
		isWoken = false;
		try {
			const next = await work(stopping.signal);
			failures = 0;
			runAfter(next === undefined ? everyMs : next);
		} catch (error) {
			failed(error);
			runAfter(retryMs === null ? null : Math.max(retryMs, Math.min(retryMs * 2 ** failures, mostRetryMs)));
			failures += 1;
		}
	}

	function runAfter(milliseconds: number | null): void {
		if (milliseconds === null || !isStarted || stopping.signal.aborted) return;
		timer = setTimeout(() => void run(), milliseconds).unref();
	}

	function wake(): void {
		if (!isStarted || stopping.signal.aborted) return;
		if (running) isWoken = true;
		else void run();
	}

	return {
		start() {
			if (stopping.signal.aborted) stopping = new AbortController();
			isStarted = true;
			if (firstAfterMs === 0) wake();
			else runAfter(firstAfterMs);
		},
		wake,
		run,
		async stop() {
			stopping.abort();
			clearTimeout(timer);
			await running;
		},
	};
}
