import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "#server/platform/work/error-code.ts";

/** A lock that was not had in time; others wait for us, and we for them. */
const GIVES_WAY = new Set(["55P03", "40P01"]);
/** How long others have the tables to themselves before the next try. */
const GIVE_WAY_MS = 200;
/** Of such tries: anyone who holds a table for minutes is no request. */
const TRIES = 200;

/**
 * Does work that wants a table to itself, again and again while others use it. The work sets a short `lock_timeout`, and
 * has done nothing where it throws: everyone who wants the table waits behind it.
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
