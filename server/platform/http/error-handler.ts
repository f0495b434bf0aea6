import type { ErrorRequestHandler, RequestHandler } from "express";
import type { Logger } from "pino";
import { isUnreachable } from "#server/platform/db/unreachable.ts";
import type { ErrorBody } from "#shared/platform/error-body.ts";
import { AppError } from "./app-error.ts";
import { keepOut } from "./cache-control.ts";
import { loggedPath } from "./logged-path.ts";
import { askerOf, type RequestIds } from "./request-id.ts";

export const apiNotFound: RequestHandler = () => {
	throw new AppError("not_found", "Not found");
};

type Options = {
	log: Logger;
	requestIds: Pick<RequestIds, "of">;
	/** The body of an error's answer; by default an `ErrorBody`. */
	write?: (error: AppError, requestId: string) => object;
};

/** The last middleware of a door, and the only place where an error becomes an answer. */
export function errorHandler({ log, requestIds, write = bodyOf }: Options): ErrorRequestHandler {
	return (error: unknown, req, res, next) => {
		if (res.headersSent) return next(error);
		const known = toAppError(error);
		const isOurs = isOurFault(known);
		const requestId = requestIds.of(req);
		if (isOurs) {
			const { method } = req;
			log.error({ err: error, requestId, ...askerOf(req), method, path: loggedPath(req) }, "request failed");
		}
		if (known.retryAfterSeconds !== undefined) res.set("Retry-After", String(known.retryAfterSeconds));
		keepOut(res);
		res.status(known.status).json(write(known, requestId));
	};
}

/** For the route before it: replaces the message of server faults; client errors keep theirs. */
export function sayOfOurFaults(message: string): ErrorRequestHandler {
	return (error: unknown, _req, _res, next) => {
		const { status, code, retryAfterSeconds } = toAppError(error);
		if (status < 500) return next(error);
		next(new AppError(code, message, { cause: error, retryAfterSeconds }));
	};
}

/** Whether it is the server's fault, and so logged. */
export const isOurFault = ({ status }: AppError) => status >= 500;

function bodyOf(error: AppError, requestId: string): ErrorBody {
	const { kind, code, message, limit, fields, columns } = error;
	return {
		kind,
		code,
		message,
		...(limit !== undefined && { limit }),
		...(fields.length > 0 && { fields: [...fields] }),
		...(columns && { columns: [...columns] }),
		...(isOurFault(error) && { requestId }),
	};
}

/** The error that clients get for any error: ours as it is, others by their cause. */
export function toAppError(error: unknown): AppError {
	if (error instanceof AppError) return error;
	if (isUnreachable(error)) {
		return new AppError("unavailable", "The service is briefly unavailable. Please try again.", {
			cause: error,
			retryAfterSeconds: 5,
		});
	}
	switch (clientErrorStatus(error)) {
		case undefined:
			return new AppError("internal", "Something went wrong", { cause: error });
		case 413:
			return new AppError("too_large", "The request is too large", { cause: error });
		case 415:
			return new AppError("unsupported_type", "This content type is not supported", { cause: error });
		default:
			return new AppError("invalid", "Invalid input", { cause: error });
	}
}

/** Express and its body parsers mark client errors with a 4xx `status`. */
function clientErrorStatus(error: unknown): number | undefined {
	if (typeof error !== "object" || error === null || !("status" in error)) return undefined;
	const { status } = error;
	return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
}
