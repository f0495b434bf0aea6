import type { Logger } from "pino";
import { type Repeated, repeat } from "#server/work/repeat.ts";
import type { Pictures } from "./pictures.service.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Sweeps unused pictures away every hour. */
export function createPictureSweep({ pictures, log }: { pictures: Pictures; log: Logger }): Repeated {
	return repeat({
		everyMs: HOUR_MS,
		firstAfterMs: HOUR_MS,
		async work() {
			const removed = await pictures.sweep();
			if (removed > 0) log.info({ removed }, "unused pictures were removed");
			return undefined;
		},
		failed: (error) => log.error({ err: error }, "unused pictures could not be removed"),
	});
}
