import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { CountedView } from "./counted-view.ts";
import type { ViewSpool } from "./view-spool.ts";

/** Views per transaction, which locks their links; their visitors wait for it. */
const BATCH = 500;
/** The pause after a batch, as a multiple of its duration; leaves the database to visitors. */
const REST = 2;
const REST_MAX_MS = 250;

type Options = {
	spool: Pick<ViewSpool, "read">;
	segment: string;
	/** @throws if the database doesn't accept them */
	commit: (views: CountedView[]) => Promise<void>;
	isStopped: () => boolean;
	counts: { damaged: number };
	log: Pick<Logger, "warn" | "error">;
};

/**
 * Sends a spool segment to the database in batches (P235). An interrupted one restarts from its beginning, without
 * counting twice.
 * @returns whether all of it was sent: false if unreadable or stopped
 * @throws what `commit` throws
 */
export async function sendSegment({ spool, segment, commit, isStopped, counts, log }: Options): Promise<boolean> {
	const batches = spool.read(segment, BATCH);
	let damaged = 0;
	try {
		for (;;) {
			if (isStopped()) return false;
			const next = await batches.next().catch((error: unknown) => {
				// Another process has sent it, or an operator must repair it: the other segments don't wait.
				log.warn({ err: error, segment }, "a segment of the view spool can't be read");
			});
			if (!next) return false;
			if (next.done) break;
			damaged += next.value.damaged;
			if (next.value.views.length === 0) continue;
			const begun = performance.now();
			await commit(next.value.views);
			if (!isStopped()) await delay(Math.min(REST_MAX_MS, REST * (performance.now() - begun)));
		}
	} finally {
		await batches.return(undefined);
	}
	if (damaged > 0) log.error({ segment, damaged }, "records of the view spool are damaged");
	counts.damaged += damaged;
	return true;
}
