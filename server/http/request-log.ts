import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { pinoHttp } from "pino-http";

type LoggedRequest = { method: string; originalUrl?: string; url: string };

/**
 * One line a request of the API: method, path without its query, status and time. Cookies, bodies, tokens and
 * addresses are not written.
 */
export function requestLog({ log }: { log: Logger }): RequestHandler {
	return pinoHttp({
		logger: log,
		// What failed has a line of its own, with the reason.
		useLevel: "info",
		customAttributeKeys: { responseTime: "ms" },
		customErrorObject: (_req, res, _error, { ms }) => ({ res, ms }),
		customErrorMessage: () => "request completed",
		serializers: {
			req: ({ method, originalUrl, url }: LoggedRequest) => ({ method, path: (originalUrl ?? url).split("?")[0] }),
			res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
		},
		wrapSerializers: false,
	}) as RequestHandler;
}
