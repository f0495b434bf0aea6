import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "#server/platform/work/error-code.ts";

/** Lock timeout and deadlock, the SQLSTATEs to retry. */
const GIVES_WAY = new Set(["55P03", "40P01"]);
const GIVE_WAY_MS = 200;
/** Then give up: a lock held for minutes isn't a request's. */
const TRIES = 200;

/**
 * Retries work that needs an exclusive table lock. It must set a short `lock_timeout`, because everyone queues behind
 * it, and be atomic.
 * @param stopping ends the tries
 */
export async function retryOnLockTimeout<Result>(work: () => Promise<Result>, stopping?: AbortSignal): Promise<Result> {
	for (let tries = 1; ; tries++) {
		try {
			return await work();
		} catch (error) {
			if (tries >= TRIES || stopping?.aborted || !GIVES_WAY.has(codeOf(error))) throw error;
			await delay(GIVE_WAY_MS);
		}
	}
}
