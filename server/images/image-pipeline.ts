import { availableParallelism } from "node:os";
import { AppError } from "#server/http/app-error.ts";
import { IMAGE_WRONG_TYPE } from "#shared/links/image-file.ts";
import { createWorkQueue } from "./work-queue.ts";

/** Turns an uploaded picture into the one JPEG that is kept. */
export type ImagePipeline = (upload: Buffer) => Promise<Buffer>;

type Options = {
	/** How a preview is made of a picture of an accepted format; its AppErrors are passed on. */
	make: (upload: Buffer) => Promise<Buffer>;
	running?: number;
	waiting?: number;
};

/** Each picture takes a core for itself; the others are for the public links and the database. */
const AT_ONCE = availableParallelism() >= 4 ? 2 : 1;

/**
 * Makes previews one at a time, or two where there are cores enough, while twenty more wait.
 * @throws AppError (from the pipeline) "unsupported_type" for anything but JPEG, PNG and WebP by content; "invalid"
 * for a picture that no preview could be made of; "unavailable" when too many are being made.
 */
export function createImagePipeline({ make, running = AT_ONCE, waiting = 20 }: Options): ImagePipeline {
	const queue = createWorkQueue({ running, waiting });
	return async (upload) => {
		if (!isAcceptedFormat(upload)) throw new AppError("unsupported_type", IMAGE_WRONG_TYPE);
		try {
			return await queue(() => make(upload));
		} catch (error) {
			if (error instanceof AppError) throw error;
			throw new AppError("invalid", "This image could not be read", { cause: error });
		}
	};
}

/** By the first bytes of JPEG, PNG and WebP; a name or a claimed type proves nothing. */
function isAcceptedFormat(upload: Buffer): boolean {
	const start = upload.toString("latin1", 0, 12);
	return (
		start.startsWith("\xff\xd8\xff") ||
		start.startsWith("\x89PNG\r\n\x1a\n") ||
		(start.startsWith("RIFF") && start.endsWith("WEBP"))
	);
}
