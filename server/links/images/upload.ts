import type { Request, RequestHandler } from "express";
import multer, { MulterError } from "multer";
import { AppError } from "#server/platform/http/app-error.ts";
import {
	IMAGE_MAX_BYTES,
	IMAGE_TOO_LARGE,
	IMAGES_MAX_BYTES,
	IMAGES_TOO_LARGE,
} from "#shared/links/images/image-file.ts";

/** Names with brackets, long values and crowds of parts have brought multipart parsers down: none has a use here. */
const LIMITS = {
	fileSize: IMAGE_MAX_BYTES,
	fields: 24,
	fieldNameSize: 100,
	fieldSize: 8192,
	fieldNestingDepth: 0,
	fieldArrayIndexLimit: 0,
	headerPairs: 20,
};
/** Turns of the event loop after a body's end in which whatever can be parsed has been: files are kept in memory. */
const PARSED_AFTER_TURNS = 10;
/** The text fields and the lines between them. */
const MAX_TEXT_BYTES = 256 * 1024;

/**
 * Reads a multipart form: text fields to `req.body`, the file parts `image` and `others` to be had by `uploadOf`, in
 * memory. Mount it after everything that may refuse the request without its body.
 * @param others names of further images
 * @param maxBytes what all images together may have
 * @throws AppError "too_large" above 5 MB an image, whether announced or not, "unsupported_type" when the body is not multipart, "invalid" when it is
 * malformed or says a field twice.
 */
export function imageUpload(others: readonly string[] = [], maxBytes = maxImageBytes(others)): RequestHandler {
	const names = ["image", ...others];
	const limits = { ...LIMITS, files: names.length, parts: LIMITS.fields + names.length + 1 };
	// The file's name is never used; without its path kept, one called "." would count as no file.
	const options = { storage: multer.memoryStorage(), limits, preservePath: true };
	const readForm = multer(options).fields(names.map((name) => ({ name, maxCount: 1 })));
	const most = maxBytes + MAX_TEXT_BYTES;
	const tooMuch = () => (maxBytes === IMAGE_MAX_BYTES ? tooLarge() : tooLargeTogether());
	return (req, res, next) => {
		if (!req.is("multipart/form-data"))
			throw new AppError("unsupported_type", "Send this request as multipart/form-data");
		if (declaresMoreThan(most, req)) throw tooMuch();
		let isDone = false;
		const done = (error?: AppError) => {
			if (isDone) return;
			isDone = true;
			next(error);
		};
		stopAfter(most, req, () => done(tooMuch()));
		// busboy 1.6 never ends a file that begins after the form's own end, and multer waits for it.
		req.once("end", () => afterTurns(PARSED_AFTER_TURNS, () => done(malformed())));
		readForm(req, res, (error: unknown) => {
			if (error) return done(toAppError(error));
			// multer leaves alone what names its boundary in no readable way.
			const isRead = req.body !== undefined;
			if (!isRead || Object.values(req.body).some(Array.isArray)) return done(malformed());
			done();
		});
	};
}

/**
 * Ends the connection after the answer when a request announces more than any honest form holds, or does not say how
 * much: Node would read on to the end of it. Mount it before everything that may refuse the request.
 */
export function closeAfterOversized(others: readonly string[] = []): RequestHandler {
	const most = maxImageBytes(others) + MAX_TEXT_BYTES;
	return (req, res, next) => {
		if (declaresMoreThan(most, req) || req.headers["transfer-encoding"] !== undefined) res.set("Connection", "close");
		next();
	};
}

/** What `imageUpload` has read into the file part of this name. */
export function uploadOf(req: Request, name = "image"): Buffer | undefined {
	return (req.files as Record<string, Express.Multer.File[]> | undefined)?.[name]?.[0]?.buffer;
}

/** All images of an honest body. */
function maxImageBytes(others: readonly string[]): number {
	return others.length === 0 ? IMAGE_MAX_BYTES : IMAGES_MAX_BYTES;
}

function declaresMoreThan(most: number, req: Request): boolean {
	return Number(req.headers["content-length"] ?? 0) > most;
}

/** Reads no further, and says so, once more has come than any honest form holds: not every request announces it. */
function stopAfter(most: number, req: Request, stop: () => void): void {
	let received = 0;
	req.on("data", function count(chunk: Buffer) {
		received += chunk.length;
		if (received <= most) return;
		req.off("data", count);
		req.unpipe();
		req.pause();
		stop();
	});
}

/** multer's and busboy's errors carry no status; every one of them is the sender's doing. */
function toAppError(error: unknown): AppError {
	if (error instanceof MulterError && error.code === "LIMIT_FILE_SIZE") return tooLarge(error, error.field);
	return malformed(error);
}

function malformed(cause?: unknown): AppError {
	return new AppError("invalid", "Invalid input", { cause });
}

/** Calls back after this many turns of the event loop. */
function afterTurns(turns: number, done: () => void): void {
	if (turns === 0) done();
	else setImmediate(() => afterTurns(turns - 1, done));
}

function tooLarge(cause?: unknown, field = "image"): AppError {
	return new AppError("image_too_large", IMAGE_TOO_LARGE, { field, limit: IMAGE_MAX_BYTES, cause });
}

function tooLargeTogether(): AppError {
	return new AppError("image_too_large", IMAGES_TOO_LARGE, { limit: IMAGES_MAX_BYTES });
}
