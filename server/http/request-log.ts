import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { pinoHttp } from "pino-http";

/**
 * One line a request of the API: method, path without its query, status and time. Cookies, bodies, tokens and
 * addresses are not written.
 */
export function requestLog({ log }: { log: Logger }): RequestHandler {
	return pinoHttp({
		logger: log,
		customLogLevel: (_req, res) => (res.statusCode >= 500 ? "error" : "info"),
		customAttributeKeys: { responseTime: "ms" },
		serializers: {
			req: (req: { method: string; url: string }) => ({ method: req.method, path: req.url.split("?")[0] }),
			res: (res: { statusCode: number }) => ({ status: res.statusCode }),
			err: (error: unknown) => error,
		},
		wrapSerializers: true,
	}) as RequestHandler;
}
