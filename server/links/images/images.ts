import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { imageLimits } from "#shared/billing/plans/image-limits.ts";
import { createImagePipeline } from "./image-pipeline.ts";
import type { ImageStore } from "./image-store.ts";
import { imagesRouter, type SentPicture } from "./images.routes.ts";
import { createOriginals } from "./originals.service.ts";
import { createPictureFigures } from "./picture-figures.ts";
import { createPictureSweep } from "./picture-sweep.ts";
import { createPictures } from "./pictures.service.ts";
import { createPicturesSeen } from "./pictures-seen.ts";
import type { PreviewProcess } from "./preview-process.ts";
import { createStorageWatch } from "./storage-watch.ts";

type Options = {
	config: Pick<Config, "http">;
	db: Db;
	images: ImageStore;
	originals: ImageStore;
	previews: PreviewProcess;
	activeSubscription: (userId: string) => Promise<{ planId: string } | null>;
	/** Whether new pictures of a day are limited, too. */
	isLimitedByDay: boolean;
	/** Called for each picture that was sent by an address with a tag (P138). */
	sent: (picture: SentPicture) => void;
	now: () => Date;
	log: Logger;
};

/**
 * Pictures, wired: what makes and keeps them, the hourly sweep of those that nothing shows any more, and the look for
 * those that other processes keep.
 */
export function createImages(options: Options) {
	const { config, db, previews, activeSubscription, isLimitedByDay, sent, now, log } = options;
	const { queued, making, timed, figures } = createPictureFigures();
	const storage = createStorageWatch({ now });
	const [images, store] = [storage.watched(options.images), storage.watched(options.originals)];
	const makePreview = queued(createImagePipeline({ make: making(previews.make) }));
	const limitsOf = async (userId: string) => imageLimits((await activeSubscription(userId))?.planId);
	const perDayOf = async (userId: string) => (await limitsOf(userId)).imagesPerDay;
	const budgetOf = async (userId: string) => (await limitsOf(userId)).originalsBytes;
	const kept = createPictures({ db, now, images, makePreview, perDayOf: isLimitedByDay ? perDayOf : undefined });
	const pictures = { ...kept, keep: timed(kept.keep) };
	const originals = createOriginals({ config, db, now, store, pictures, budgetOf });
	const seen = createPicturesSeen({ db, images, log });
	const sweep = createPictureSweep({ pictures, originals, log });
	return {
		...{ pictures, originals },
		/** For everyone, without a session. */
		publicRouter: imagesRouter({ images, sent }),
		figures: [figures, storage.figures],
		warnings: () => [...seen.warnings(), ...storage.warnings()],
		work: [sweep, seen],
	};
}
