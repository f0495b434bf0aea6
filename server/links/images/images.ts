import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { imageLimits } from "#shared/billing/plans/image-limits.ts";
import { createImageService } from "./image.service.ts";
import { createImageMetrics } from "./image-metrics.ts";
import { createImagePipeline } from "./image-pipeline.ts";
import type { ImageStore } from "./image-store.ts";
import { createImageSweep } from "./image-sweep.ts";
import { imagesRouter, type SentImage } from "./images.routes.ts";
import { createImagesSeen } from "./images-seen.ts";
import { createOriginals } from "./originals.service.ts";
import type { PreviewProcess } from "./preview-process.ts";
import { createStorageWatch } from "./storage-watch.ts";

type Options = {
	config: Pick<Config, "http">;
	db: Db;
	images: ImageStore;
	originals: ImageStore;
	previews: PreviewProcess;
	activeSubscription: (userId: string) => Promise<{ planId: string } | null>;
	isLimitedByDay: boolean;
	/** Called when an image was sent by a tagged URL (P138). */
	sent: (image: SentImage) => void;
	now: () => Date;
	log: Logger;
};

export function createImages(options: Options) {
	const { config, db, previews, activeSubscription, isLimitedByDay, sent, now, log } = options;
	const { queued, making, timed, metrics } = createImageMetrics();
	const storage = createStorageWatch({ now });
	const [images, store] = [storage.watched(options.images), storage.watched(options.originals)];
	const makePreview = queued(createImagePipeline({ make: making(previews.make) }));
	const limitsOf = async (userId: string) => imageLimits((await activeSubscription(userId))?.planId);
	const perDayOf = async (userId: string) => (await limitsOf(userId)).imagesPerDay;
	const budgetOf = async (userId: string) => (await limitsOf(userId)).originalsBytes;
	const kept = createImageService({ db, now, images, makePreview, perDayOf: isLimitedByDay ? perDayOf : undefined });
	const storedImages = { ...kept, keep: timed(kept.keep) };
	const originals = createOriginals({ config, db, now, store, storedImages, budgetOf });
	const seen = createImagesSeen({ db, images, log });
	const sweep = createImageSweep({ storedImages, originals, log });
	return {
		...{ storedImages, originals },
		publicRouter: imagesRouter({ images, sent }),
		metrics: [metrics, storage.metrics],
		warnings: () => [...seen.warnings(), ...storage.warnings()],
		work: [sweep, seen],
	};
}
