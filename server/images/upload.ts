import type { Request, RequestHandler } from "express";
import multer, { MulterError } from "multer";
import { AppError } from "#server/http/app-error.ts";
import { IMAGE_MAX_BYTES, IMAGE_TOO_LARGE } from "#shared/links/image-file.ts";

/** Names with brackets, long values and crowds of parts have brought multipart parsers down: none has a use here. */
const LIMITS = {
	fileSize: IMAGE_MAX_BYTES,
	files: 1,
	fields: 16,
	parts: 18,
	fieldNameSize: 100,
	fieldSize: 8192,
	fieldNestingDepth: 0,
	fieldArrayIndexLimit: 0,
	headerPairs: 20,
};
/** No honest body is longer: the picture, the text fields and the lines between them. */
const MAX_BODY_BYTES = IMAGE_MAX_BYTES + 256 * 1024;

/**
 * Reads a multipart form: text fields to `req.body`, the file part `image` to `req.file`, in memory.
 * Mount it after everything that may refuse the request without its body.
 * @throws AppError "too_large" above 5 MB, whether announced or not, "unsupported_type" when the body is not multipart, "invalid" when it is
 * malformed or says a field twice.
 */
export function imageUpload(): RequestHandler {
	// The file's name is never used; without its path kept, one called "." would count as no file.
	const options = { storage: multer.memoryStorage(), limits: LIMITS, preservePath: true };
	const readForm = multer(options).single("image");
	return (req, res, next) => {
		if (!req.is("multipart/form-data"))
			throw new AppError("unsupported_type", "Send this request as multipart/form-data");
		if (declaresTooMuch(req)) throw tooLarge();
		let isDone = false;
		const done = (error?: AppError) => {
			if (isDone) return;
			isDone = true;
			next(error);
		};
		stopWhenTooMuch(req, () => done(tooLarge()));
		readForm(req, res, (error: unknown) => {
			if (error) return done(toAppError(error));
			// multer leaves alone what names its boundary in no readable way.
			const isRead = req.body !== undefined;
			if (!isRead || Object.values(req.body).some(Array.isArray)) return done(new AppError("invalid", "Invalid input"));
			done();
		});
	};
}

/**
 * Ends the connection after the answer when a request announces more than any honest form holds, or does not say how
 * much: Node would read on to the end of it. Mount it before everything that may refuse the request.
 */
export const closeAfterOversized: RequestHandler = (req, res, next) => {
	if (declaresTooMuch(req) || req.headers["transfer-encoding"] !== undefined) res.set("Connection", "close");
	next();
};

function declaresTooMuch(req: Request): boolean {
	return Number(req.headers["content-length"] ?? 0) > MAX_BODY_BYTES;
}

/** Reads no further, and says so, once more has come than any honest form holds: not every request announces it. */
function stopWhenTooMuch(req: Request, stop: () => void): void {
	let received = 0;
	req.on("data", function count(chunk: Buffer) {
		received += chunk.length;
		if (received <= MAX_BODY_BYTES) return;
		req.off("data", count);
		req.unpipe();
		req.pause();
		stop();
	});
}

/** multer's and busboy's errors carry no status; every one of them is the sender's doing. */
function toAppError(error: unknown): AppError {
	if (error instanceof MulterError && error.code === "LIMIT_FILE_SIZE") return tooLarge(error);
	return new AppError("invalid", "Invalid input", { cause: error });
}

function tooLarge(cause?: unknown): AppError {
	return new AppError("image_too_large", IMAGE_TOO_LARGE, { field: "image", limit: IMAGE_MAX_BYTES, cause });
}
