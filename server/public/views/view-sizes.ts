import type pg from "pg";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { QueueFullError } from "#server/platform/work/queue-full-error.ts";
import { viewIdTime } from "./view-id.ts";

/** A window's size is accepted this long after its view. */
const REPORT_WITHIN_MS = 10 * 60_000;
/** Few, because anyone can send reports, which share connections with views and look-ups. */
const AT_ONCE = 2;
const WAITING_MAX = 1_000;

export type ViewSizes = {
	/**
	 * Stores the window's size of a recent view without one; ignores everything else, and reports beyond 1,000 waiting.
	 */
	report(viewId: string, size: { width: number; height: number }): Promise<void>;
};

export function createViewSizes({ pool, now }: { pool: pg.Pool; now: () => Date }): ViewSizes {
	const semaphore = createFairSemaphore({ permits: AT_ONCE, perAccount: AT_ONCE, maxWaiting: WAITING_MAX });
	return {
		async report(viewId, { width, height }) {
			const at = viewIdTime(viewId);
			if (at === null || Math.abs(now().getTime() - at) > REPORT_WITHIN_MS || width <= 0 || height <= 0) return;
			const release = await semaphore.acquire("").catch(nullIfFull);
			if (release === null) return;
			try {
				await pool.query(
					`UPDATE views SET client_width = $3, client_height = $4
					WHERE id = $1 AND timestamp = $2 AND client_width = 0 AND client_height = 0`,
					[viewId, new Date(at), width, height],
				);
			} finally {
				release();
			}
		},
	};
}

function nullIfFull(error: unknown): null {
	if (error instanceof QueueFullError) return null;
	throw error;
}
