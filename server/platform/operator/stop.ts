import type { Logger } from "pino";
import type { Held } from "#server/platform/db/embedded-hold.ts";
import { withTimeout } from "#server/platform/work/with-timeout.ts";

const STEPS = {
	start: 3_000,
	drain: 5_700,
	/** Work between requests. Answered views are committed or spooled long before. */
	settle: 1_250,
	close: 500,
};
/** After the signal: an unfinished embedded database is killed, and recovers at its next start. */
const DATABASE_BY_MS = 6_750;
/** After the signal: the process exits with code 1, whatever hangs. All of it takes under 8 s. */
const END_BY_MS = 7_400;

type LastViews = {
	closeViews: () => Promise<number>;
	unkeptViews: () => number;
};

export type Running = {
	embedded?: Held;
	app?: { drain: () => Promise<void>; stop: () => Promise<void> } & LastViews;
	/** Where a proxy asks for certificates. */
	tlsAsk?: { drain: () => Promise<void> } | null;
	closeDeps?: () => Promise<void>;
};

type Options = {
	running: Running;
	started: () => Promise<unknown>;
	log: Logger;
};

export type Stop = {
	isStopping: () => boolean;
	stopping: AbortSignal;
	/** Finishes open work, then exits, with code 0 unless `process.exitCode` is set. */
	inGoodOrder: () => void;
	now: () => void;
};

/** Stops the process in order and in bounded time: a step that exceeds its timeout is abandoned. */
export function createStop({ running, started, log }: Options): Stop {
	const stopping = new AbortController();
	let isToldOfViews = false;

	async function stop(): Promise<void> {
		const since = performance.now();
		setTimeout(now, END_BY_MS).unref();
		await take("start", started());
		await take("drain", Promise.all([running.app?.drain(), running.tlsAsk?.drain()]));
		await Promise.all([take("settle", running.app?.stop()), keepViews()]);
		await take("close", running.closeDeps?.());
		await running.embedded?.stop({ inOrderMs: Math.max(0, DATABASE_BY_MS - (performance.now() - since)) });
	}

	/** Runs whatever else hangs; if the disk does, the loss is known. */
	async function keepViews(): Promise<void> {
		const { app } = running;
		if (!app) return;
		failIfLost(await withTimeout(STEPS.settle, app.closeViews(), app.unkeptViews));
	}

	/** The exit code shows supervisors that views were lost. */
	function failIfLost(lostViews: number): void {
		isToldOfViews = true;
		if (lostViews === 0) return;
		process.exitCode = 1;
		log.fatal(
			{ alert: "views_dropped", lostViews },
			"stopping lost views: neither the database nor the disk took them",
		);
	}

	async function take(step: keyof typeof STEPS, work: Promise<unknown> | undefined): Promise<void> {
		const isDone = await withTimeout(
			STEPS[step],
			Promise.resolve(work).then(() => true),
			() => false,
		);
		if (!isDone) log.warn({ step }, "stopping goes on without waiting any longer");
	}

	function now(): void {
		if (!isToldOfViews) failIfLost(running.app?.unkeptViews() ?? 0);
		running.embedded?.abandon();
		process.exit(1);
	}

	return {
		isStopping: () => stopping.signal.aborted,
		stopping: stopping.signal,
		inGoodOrder() {
			if (stopping.signal.aborted) return;
			stopping.abort();
			stop()
				.catch((error: unknown) => {
					log.error({ err: error }, "stopping failed");
					process.exitCode = 1;
				})
				.finally(() => process.exit());
		},
		now,
	};
}
