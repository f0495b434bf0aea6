import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";

export type RequestIds = {
	/** The request's id in its answer, error body and log; made on first use. */
	of: (req: IncomingMessage) => string;
	middleware: RequestHandler;
};

/** An incoming id is ignored: proxies pass on what visitors send (P145). */
export function createRequestIds(): RequestIds {
	const ids = new WeakMap<IncomingMessage, string>();

	function of(req: IncomingMessage): string {
		const known = ids.get(req);
		if (known !== undefined) return known;
		const id = randomUUID();
		ids.set(req, id);
		return id;
	}

	return {
		of,
		middleware: (req, res, next) => {
			res.setHeader("X-Request-Id", of(req));
			next();
		},
	};
}

/** The signed-in user for a log line, in which a hash replaces the id (P483). */
export function askerOf(req: object): { userId?: string } {
	const user: unknown = Reflect.get(req, "user");
	if (typeof user !== "object" || user === null || !("id" in user) || typeof user.id !== "string") return {};
	return { userId: user.id };
}
