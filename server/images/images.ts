import type { Logger } from "pino";
import type { Db } from "#server/db/connect.ts";
import { createImagePipeline } from "./image-pipeline.ts";
import type { ImageStore } from "./image-store.ts";
import { createPictureFigures } from "./picture-figures.ts";
import { createPictureSweep } from "./picture-sweep.ts";
import { createPictures } from "./pictures.service.ts";
import type { PreviewProcess } from "./preview-process.ts";

type Options = { db: Db; images: ImageStore; previews: PreviewProcess; now: () => Date; log: Logger };

/** Pictures, wired: what makes and keeps them, and the hourly sweep of those that nothing shows any more. */
export function createImages({ db, images, previews, now, log }: Options) {
	const { whole, making, figures } = createPictureFigures();
	const makePreview = whole(createImagePipeline({ make: making(previews.make) }));
	const pictures = createPictures({ db, now, images, makePreview });
	const { start, stop } = createPictureSweep({ pictures, log });
	return { pictures, figures, start, stop };
}
