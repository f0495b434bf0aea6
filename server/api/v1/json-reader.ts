import express, { type RequestHandler } from "express";
import { AppError } from "#server/platform/http/app-error.ts";

/** Bodies are parsed within some 50 ms at worst (P255). */
export const BODY_MAX = { usual: "64kb", heavy: "1mb" };

/** Reads a body of JSON. @throws AppError "invalid" for malformed JSON */
export function jsonReader(limit: string): RequestHandler {
	const read = express.json({ limit });
	return (req, res, next) => {
		read(req, res, (error: unknown) => {
			const isMalformed = error instanceof SyntaxError;
			next(isMalformed ? new AppError("invalid", "The body isn't valid JSON", { cause: error }) : error);
		});
	};
}
