import type { Logger } from "pino";
import type { Db } from "#server/db/connect.ts";
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
	now: () => Date;
	log: Logger;
};

/**
 * Pictures, wired: what makes and keeps them, the hourly sweep of those that nothing shows any more, and the look for
 * those that other processes keep.
 */
export function createImages({ db, images, originals: store, previews, now, log }: Options) {
	const { whole, making, figures } = createPictureFigures();
	const makePreview = whole(createImagePipeline({ make: making(previews.make) }));
	const pictures = createPictures({ db, now, images, makePreview });
	const originals = createOriginals({ db, now, store, pictures });
	const seen = createPicturesSeen({ db, images, log });
	const sweep = createPictureSweep({ pictures, originals, log });
	return { pictures, originals, figures, warnings: seen.warnings, work: [sweep, seen] };
}
