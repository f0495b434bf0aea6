import type { Logger } from "pino";
import type { Held } from "#server/platform/db/embedded-hold.ts";
import { withTimeout } from "#server/platform/work/with-timeout.ts";

/** How long each step of stopping may take, in milliseconds. */
const STEPS = {
	/** What the start was at when the signal came; a database that is still starting then is ended in the midst of it. */
	start: 3_000,
	/** Requests under way; the drain itself gives up before. */
	drain: 5_700,
	/** Work between requests. Views that were answered for are committed or spooled long before. */
	settle: 1_250,
	close: 500,
};
/** After the signal: an embedded database that is not done yet is ended, and recovers at its next start. */
const DATABASE_BY_MS = 6_750;
/** After the signal: the process ends with code 1, whatever hangs. All of it takes under 8 s. */
const END_BY_MS = 7_400;

type LastViews = {
	/** Keeps the last views; gives how many nothing took. */
	closeViews: () => Promise<number>;
	/** How many an end at this moment would lose. */
	unkeptViews: () => number;
};

/** What has been opened so far, to be closed in the other order. */
export type Running = {
	embedded?: Held;
	app?: { drain: () => Promise<void>; stop: () => Promise<void> } & LastViews;
	/** Lets go of the database and the rest of the outside world. */
	closeDeps?: () => Promise<void>;
};

type Options = {
	running: Running;
	/** Settles once the start is done, has failed or was given up. */
	started: () => Promise<unknown>;
	log: Logger;
};

export type Stop = {
	isStopping: () => boolean;
	/** Aborted as soon as the process is to stop. */
	stopping: AbortSignal;
	/** Finishes what was begun, then ends the process, with code 0 unless `process.exitCode` says otherwise. */
	inGoodOrder: () => void;
	/** Ends the process at once, with code 1; an embedded database ends by itself just after. */
	now: () => void;
};

/** The end of the process, in good order and in bounded time: a step that has had its time is left behind. */
export function createStop({ running, started, log }: Options): Stop {
	const stopping = new AbortController();
	let isToldOfViews = false;

	async function stop(): Promise<void> {
		const since = performance.now();
		setTimeout(now, END_BY_MS).unref();
		await take("start", started());
		await take("drain", running.app?.drain());
		await Promise.all([take("settle", running.app?.stop()), keepViews()]);
		await take("close", running.closeDeps?.());
		await running.embedded?.stop({ inOrderMs: Math.max(0, DATABASE_BY_MS - (performance.now() - since)) });
	}

	/** Whatever else hangs, and if the disk does: what is lost is known. */
	async function keepViews(): Promise<void> {
		const { app } = running;
		if (!app) return;
		failIfLost(await withTimeout(STEPS.settle, app.closeViews(), app.unkeptViews));
	}

	/** A supervisor, and anyone who reads its records, should see that this was no good end. */
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
