import { desc, eq } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "#server/platform/db/connect.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { storedImages } from "#shared/links/images/images.table.ts";
import type { ImageStore } from "./image-store.ts";

const EVERY_MS = 10 * 60_000;
const RETRY_MS = 30_000;
/** If two processes use separate directories, about half are missing here. */
const NEWEST = 20;
const MEND = "Give all processes the same DATA_DIR, or keep pictures on S3 (docs/operating.md, section 15).";

type Options = { db: Db; images: ImageStore; log: Logger };

export type ImagesSeen = Repeated & {
	/** Warnings for `/readyz`, next to its status. */
	warnings: () => string[];
};

/** Alerts if one of the newest images in use is missing: lost, or stored elsewhere by another process. */
export function createImagesSeen({ db, images, log }: Options): ImagesSeen {
	let warnings: string[] = [];

	async function findUnseen(stopping: AbortSignal): Promise<string | null> {
		const newest = await db
			.select({ imageUrl: storedImages.imageUrl })
			.from(storedImages)
			.where(eq(storedImages.isUsed, true))
			.orderBy(desc(storedImages.uploadedAt))
			.limit(NEWEST);
		for (const { imageUrl } of newest) {
			if (stopping.aborted) return null;
			if ((await images.read(imageUrl)) === null) return imageUrl;
		}
		return null;
	}

	const repeated = repeat({
		everyMs: EVERY_MS,
		retryMs: RETRY_MS,
		async work(stopping) {
			const imageUrl = await findUnseen(stopping);
			warnings = imageUrl === null ? [] : [`Pictures that links show can't be found by this process. ${MEND}`];
			if (imageUrl !== null)
				log.error(
					{ alert: "pictures_unseen", imageUrl },
					`a picture that a link shows can't be found by this process: another one keeps its pictures elsewhere, or it was lost. ${MEND}`,
				);
			return undefined;
		},
		failed: (error) => log.warn({ err: error }, "the newest pictures could not be looked for; they will be"),
	});
	return { ...repeated, warnings: () => warnings };
}
