import { availableParallelism } from "node:os";
import { AppError } from "#server/platform/http/app-error.ts";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { QueueFullError } from "#server/platform/work/queue-full-error.ts";
import { IMAGE_UNREADABLE } from "#shared/links/images/image-file.ts";
import type { Section } from "./make-preview.ts";
import { assertSafeImage } from "./safe-image.ts";

/** Turns a user's upload, or a crop of it, into the stored JPEG. */
export type ImagePipeline = (upload: Buffer, userId: string, section?: Section) => Promise<Buffer>;

type Options = {
	/** Creates a preview of an image that passed the safety checks; its AppErrors are passed on. */
	make: (upload: Buffer, section: Section) => Promise<Buffer>;
	running?: number;
	waiting?: number;
	slowAfterMs?: number;
};

/** Each image occupies a core; the others serve public links and the database. */
export const AT_ONCE = availableParallelism() >= 4 ? 2 : 1;
/** A normal image takes less than half of it. */
const SLOW_AFTER_MS = 2_000;

/**
 * Creates previews, one or two at a time depending on cores, with a queue of twenty, round-robin by user (P59).
 * @throws AppError (from the pipeline) "unsupported_type" for anything but JPEG, PNG and WebP by content; "invalid" if
 * no preview could be created; "unavailable" if the queue is full
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
