import { availableParallelism } from "node:os";
import { AppError } from "#server/platform/http/app-error.ts";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { QueueFullError } from "#server/platform/work/queue-full-error.ts";
import { IMAGE_UNREADABLE } from "#shared/links/images/image-file.ts";
import type { Section } from "./make-preview.ts";
import { assertSafeImage } from "./safe-image.ts";

/** Turns an image that this user uploaded, or this section of it, into the one JPEG that is kept. */
export type ImagePipeline = (upload: Buffer, userId: string, section?: Section) => Promise<Buffer>;

type Options = {
	/** How a preview is made of an image that looks harmless; its AppErrors are passed on. */
	make: (upload: Buffer, section: Section) => Promise<Buffer>;
	running?: number;
	waiting?: number;
	slowAfterMs?: number;
};

/** Each image takes a core for itself; the others are for the public links and the database. */
export const AT_ONCE = availableParallelism() >= 4 ? 2 : 1;
/** An honest image takes less than half of it. */
const SLOW_AFTER_MS = 2_000;

/**
 * Makes previews one at a time, or two where there are enough cores, while twenty more wait, in turns by user (P59).
 * @throws AppError (from the pipeline) "unsupported_type" for anything but JPEG, PNG and WebP by content; "invalid"
 * for an image that no preview could be made of; "unavailable" when too many are being made.
 */
export function createImagePipeline(options: Options): ImagePipeline {
	const { make, running = AT_ONCE, waiting = 20, slowAfterMs = SLOW_AFTER_MS } = options;
	const semaphore = createFairSemaphore({ permits: running, perAccount: running, maxWaiting: waiting, slowAfterMs });
	return async (upload, userId, section = {}) => {
		assertSafeImage(upload);
		const release = await semaphore.acquire(userId).catch((error: unknown) => {
			throw error instanceof QueueFullError ? tooManyImages() : error;
		});
		try {
			return await make(upload, section);
		} catch (error) {
			if (error instanceof AppError) throw error;
			throw new AppError("image_unreadable", IMAGE_UNREADABLE, { cause: error });
		} finally {
			release();
		}
	};
}

function tooManyImages(): AppError {
	return new AppError("unavailable", "Too many images at once. Please try again.", { retryAfterSeconds: 5 });
}
