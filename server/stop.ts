import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { App } from "./app.ts";
import type { EmbeddedDatabase } from "./db/embedded.ts";

/** When each step of stopping has had its time, in milliseconds after the first signal: all of it takes under 8 s. */
const BY = {
	/** What the start was at when the signal came. */
	started: 3_000,
	/** Requests under way; the drain itself gives up before. */
	drained: 4_750,
	/** Work between requests. Views that were answered for are committed or spooled long before. */
	settled: 5_750,
	closed: 6_250,
	/** An embedded database that writes its files in good order; later it is ended, and recovers at the next start. */
	databaseInOrder: 6_750,
	/** Whatever hangs: the process ends with code 1. */
	end: 7_400,
};

/** What has been opened so far, to be closed in the other order. */
export type Running = {
	embedded?: EmbeddedDatabase | null;
	app?: App;
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
	/** Finishes what was begun, then ends the process, with code 0 unless `process.exitCode` says otherwise. */
	inGoodOrder: () => void;
	/** Ends the process at once, with code 1; an embedded database ends by itself just after. */
	now: () => void;
};

/** The end of the process, in good order and in bounded time: a step that has had its time is left behind. */
export function createStop({ running, started, log }: Options): Stop {
	let isStopping = false;

	async function stop(): Promise<void> {
		const since = performance.now();
		setTimeout(now, BY.end).unref();
		const step = async (name: keyof typeof BY, work: Promise<unknown> | undefined) => {
			const isLate = await isLaterThan(work, BY[name] - (performance.now() - since));
			if (isLate) log.warn({ step: name }, "stopping goes on without waiting any longer");
		};
		await step("started", started());
		await step("drained", running.app?.drain());
		await step("settled", running.app?.stop());
		await step("closed", running.closeDeps?.());
		await running.embedded?.stop({ inOrderMs: BY.databaseInOrder - (performance.now() - since) });
	}

	function now(): void {
		running.embedded?.abandon();
		process.exit(1);
	}

	return {
		isStopping: () => isStopping,
		inGoodOrder() {
			if (isStopping) return;
			isStopping = true;
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

async function isLaterThan(work: Promise<unknown> | undefined, milliseconds: number): Promise<boolean> {
	const late = delay(Math.max(0, milliseconds), true, { ref: false });
	return Promise.race([Promise.resolve(work).then(() => false), late]);
}
