import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { CountedView } from "./counted-view.ts";
import type { ViewSpool } from "./view-spool.ts";

/** Views of one transaction. It locks their links until it ends, and visitors of those links wait for that. */
const BATCH = 500;
/** After a batch the replay rests so many times as long as the batch took, which leaves the database to visitors. */
const REST = 2;
const REST_MAX_MS = 250;

type Options = {
	spool: Pick<ViewSpool, "read">;
	segment: string;
	/** @throws when the database doesn't take them */
	commit: (views: CountedView[]) => Promise<void>;
	/** Asked before each batch. */
	isStopped: () => boolean;
	counts: { damaged: number };
	log: Pick<Logger, "warn" | "error">;
};

/**
 * Sends a segment of the spool to the database in batches (P235). What is cut short starts again at the segment's
 * beginning, and counts no view twice.
 * @returns whether all of it was sent: not where it can't be read, or after a stop
 * @throws what `commit` throws
 */
export async function sendSegment({ spool, segment, commit, isStopped, counts, log }: Options): Promise<boolean> {
	const batches = spool.read(segment, BATCH);
	let damaged = 0;
	try {
		for (;;) {
			if (isStopped()) return false;
			const next = await batches.next().catch((error: unknown) => {
				// Another process has sent it already, or an operator must repair it: the other segments don't wait for that.
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
