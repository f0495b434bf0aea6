import type { Logger } from "pino";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { HOUR_MS } from "#shared/platform/days.ts";
import type { ImageService } from "./image.service.ts";
import type { Originals } from "./originals.service.ts";

type Options = { storedImages: Pick<ImageService, "sweep">; originals: Pick<Originals, "sweep">; log: Logger };

export function createImageSweep({ storedImages, originals, log }: Options): Repeated {
	return repeat({
		everyMs: HOUR_MS,
		firstAfterMs: HOUR_MS,
		async work() {
			const removed = (await storedImages.sweep()) + (await originals.sweep());
			if (removed > 0) log.info({ removed }, "unused pictures were removed");
			return undefined;
		},
		failed: (error) => log.error({ err: error }, "unused pictures could not be removed"),
	});
}
