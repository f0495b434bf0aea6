import type { Request, RequestHandler } from "express";
import multer, { MulterError } from "multer";
import { AppError } from "#server/platform/http/app-error.ts";
import {
	IMAGE_MAX_BYTES,
	IMAGE_TOO_LARGE,
	IMAGES_MAX_BYTES,
	IMAGES_TOO_LARGE,
} from "#shared/links/images/image-file.ts";

/** Multipart parsers have crashed on bracketed names, long values and many parts; forms here use none. */
const LIMITS = {
	fileSize: IMAGE_MAX_BYTES,
	fields: 24,
	fieldNameSize: 100,
	fieldSize: 8192,
	fieldNestingDepth: 0,
	fieldArrayIndexLimit: 0,
	headerPairs: 20,
};
/** Event loop turns after which everything received has been parsed, since files stay in memory. */
const PARSED_AFTER_TURNS = 10;
/** Text fields and multipart boundaries. */
const MAX_TEXT_BYTES = 256 * 1024;

/**
 * Parses a form into `req.body` and, for `uploadOf`, memory. Mount it after everything that may refuse without the
 * body.
 * @param others names of further images
 * @param maxBytes the limit of all images together
 * @throws AppError "too_large" above 5 MB per image, announced or not; "unsupported_type" if the body isn't multipart;
 * "invalid" if it is malformed or repeats a field
 */
export function imageUpload(others: readonly string[] = [], maxBytes = maxImageBytes(others)): RequestHandler {
	const names = ["image", ...others];
	const limits = { ...LIMITS, files: names.length, parts: LIMITS.fields + names.length + 1 };
	// File names are unused. Without its path, one called "." would count as no file.
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
		// busboy 1.6 never ends a file that begins after the form's end, and multer waits for it.
		req.once("end", () => afterTurns(PARSED_AFTER_TURNS, () => done(malformed())));
		readForm(req, res, (error: unknown) => {
			if (error) return done(toAppError(error, names));
			// multer ignores a body without a readable boundary.
			const isRead = req.body !== undefined;
			if (!isRead || Object.values(req.body).some(Array.isArray)) return done(malformed());
			done();
		});
	};
}

/** Node would otherwise read an oversized body to its end. Mount it before everything that may refuse the request. */
export function closeAfterOversized(others: readonly string[] = []): RequestHandler {
	const most = maxImageBytes(others) + MAX_TEXT_BYTES;
	return (req, res, next) => {
		if (declaresMoreThan(most, req) || req.headers["transfer-encoding"] !== undefined) res.set("Connection", "close");
		next();
	};
}

export function uploadOf(req: Request, name = "image"): Buffer | undefined {
	return (req.files as Record<string, Express.Multer.File[]> | undefined)?.[name]?.[0]?.buffer;
}

function maxImageBytes(others: readonly string[]): number {
	return others.length === 0 ? IMAGE_MAX_BYTES : IMAGES_MAX_BYTES;
}

function declaresMoreThan(most: number, req: Request): boolean {
	return Number(req.headers["content-length"] ?? 0) > most;
}

/** Stops an oversized request that didn't announce its length. */
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

/** multer's and busboy's errors have no status; all are the client's fault. */
function toAppError(error: unknown, names: readonly string[]): AppError {
	if (!(error instanceof MulterError)) return malformed(error);
	if (error.code === "LIMIT_FILE_SIZE") return tooLarge(error, error.field);
	const { code, field } = error;
	// A name that the form has was sent twice.
	if (code !== "LIMIT_UNEXPECTED_FILE" || field === undefined || names.includes(field)) return malformed(error);
	return new AppError("unknown_field", "Invalid input", { field, cause: error });
}

function malformed(cause?: unknown): AppError {
	return new AppError("invalid", "Invalid input", { cause });
}

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
