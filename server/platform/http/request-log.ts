import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { pinoHttp, startTime } from "pino-http";
import { loggedPath } from "./logged-path.ts";
import { askerOf, type RequestIds } from "./request-id.ts";
import { arrivedAt } from "./request-queue.ts";

type LoggedRequest = { method: string; originalUrl?: string; url: string };

/** One line per API request: id, user, method, path, status and time; no cookies, bodies, tokens or addresses. */
export function requestLog({ log, requestIds }: { log: Logger; requestIds: Pick<RequestIds, "of"> }): RequestHandler {
	const write = pinoHttp({
		logger: log,
		// Failures have their own line with the reason.
		useLevel: "info",
		customAttributeKeys: { responseTime: "ms" },
		genReqId: requestIds.of,
		customSuccessObject: (req, _res, fields) => ({ ...fields, requestId: requestIds.of(req), ...askerOf(req) }),
		customErrorObject: (req, res, _error, { ms }) => ({ res, ms, requestId: requestIds.of(req), ...askerOf(req) }),
		customErrorMessage: () => "request completed",
		serializers: {
			req: (req: LoggedRequest) => ({ method: req.method, path: loggedPath(req) }),
			res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
		},
		wrapSerializers: false,
	}) as RequestHandler;
	return (req, res, next) => {
		// Timed from arrival, including the time in the queue.
		res[startTime] = Date.now() - Math.round(performance.now() - arrivedAt(req));
		return write(req, res, next);
	};
}
