import express, { type Request, type RequestHandler } from "express";
import { AppError } from "#server/platform/http/app-error.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import { refuseCostly } from "./costly-json.ts";

export const BODY_MAX = { usual: "64kb", large: "1mb" };

/**
 * Reads a body of JSON in UTF-8, which other requests don't notice (P255): `JSON.parse` can't be interrupted, so what would
 * take it long is refused before, and of several bodies each has a turn of the event loop.
 * @throws AppError "invalid" for malformed JSON, "too_large" for too many values, "unsupported_type" for another encoding
 */
export function jsonReader(limit: string): RequestHandler {
	const read = express.raw({ limit, type: "json" });
	return (req, res, next) => {
		if (!isUtf8(req)) return next(new AppError("unsupported_type", "Send JSON in UTF-8"));
		read(req, res, (error: unknown) => {
			if (error !== undefined) return next(error);
			parseIn(req).then(() => next(), next);
		});
	};
}

/** Replaces the bytes of a body; there are none if it isn't JSON. */
async function parseIn(req: Request): Promise<void> {
	if (!Buffer.isBuffer(req.body)) return;
	const bytes = req.body;
	await yieldAfterSlice();
	refuseCostly(bytes);
	try {
		req.body = bytes.length === 0 ? {} : JSON.parse(bytes.toString("utf8"));
	} catch (cause) {
		throw new AppError("invalid", "The body isn't valid JSON", { cause });
	}
}

function isUtf8(req: Request): boolean {
	const [, charset = "utf-8"] = /;\s*charset="?([^";\s]+)/i.exec(req.headers["content-type"] ?? "") ?? [];
	return /^(?:utf-?8|us-ascii)$/i.test(charset);
}
