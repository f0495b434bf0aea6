import type { Logger } from "pino";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { HOUR_MS } from "#shared/platform/days.ts";
import type { Originals } from "./originals.service.ts";
import type { Pictures } from "./pictures.service.ts";

type Options = { pictures: Pick<Pictures, "sweep">; originals: Pick<Originals, "sweep">; log: Logger };

/** Sweeps unused pictures away every hour, and originals that no link needs. */
export function createPictureSweep({ pictures, originals, log }: Options): Repeated {
	return repeat({
		everyMs: HOUR_MS,
		firstAfterMs: HOUR_MS,
		async work() {
			const removed = (await pictures.sweep()) + (await originals.sweep());
			if (removed > 0) log.info({ removed }, "unused pictures were removed");
			return undefined;
		},
		failed: (error) => log.error({ err: error }, "unused pictures could not be removed"),
	});
}
