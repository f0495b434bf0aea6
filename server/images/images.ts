import type { Logger } from "pino";
import type { Db } from "#server/db/connect.ts";
import type { ImageLimits } from "#shared/plans/image-limits.ts";
import { createImagePipeline } from "./image-pipeline.ts";
import type { ImageStore } from "./image-store.ts";
import { createOriginals } from "./originals.service.ts";
import { createPictureFigures } from "./picture-figures.ts";
import { createPictureSweep } from "./picture-sweep.ts";
import { createPictures } from "./pictures.service.ts";
import { createPicturesSeen } from "./pictures-seen.ts";
import type { PreviewProcess } from "./preview-process.ts";

type Options = {
	db: Db;
	images: ImageStore;
	originals: ImageStore;
	previews: PreviewProcess;
	/** The limits of the plan that an account has at the moment. */
	limitsOf: (userId: string) => Promise<ImageLimits>;
	/** Whether new pictures of a day are limited, too. */
	isLimitedByDay: boolean;
	now: () => Date;
	log: Logger;
};

/**
 * Pictures, wired: what makes and keeps them, the hourly sweep of those that nothing shows any more, and the look for
 * those that other processes keep.
 */
export function createImages({ db, images, originals: store, previews, limitsOf, isLimitedByDay, now, log }: Options) {
	const { whole, making, figures } = createPictureFigures();
	const makePreview = whole(createImagePipeline({ make: making(previews.make) }));
	const perDayOf = async (userId: string) => (await limitsOf(userId)).imagesPerDay;
	const budgetOf = async (userId: string) => (await limitsOf(userId)).originalsBytes;
	const pictures = createPictures({ db, now, images, makePreview, perDayOf: isLimitedByDay ? perDayOf : undefined });
	const originals = createOriginals({ db, now, store, pictures, budgetOf });
	const seen = createPicturesSeen({ db, images, log });
	const sweep = createPictureSweep({ pictures, originals, log });
	return { pictures, originals, figures, warnings: seen.warnings, work: [sweep, seen] };
}
