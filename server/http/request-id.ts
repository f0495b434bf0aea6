import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";

/** What a proxy may call a request: nothing that could break a line of the log, or a header. */
const SANE = /^[A-Za-z0-9._-]{1,128}$/;

export type RequestIds = {
	/** The one name of a request, in its answer, its error's body and the log; made when it is first asked for. */
	of: (req: IncomingMessage) => string;
	/** Says it in the answer's `X-Request-Id`. */
	middleware: RequestHandler;
};

/** @param isProxied whether a trusted proxy is in front, whose `X-Request-Id` is reused */
export function createRequestIds({ isProxied }: { isProxied: boolean }): RequestIds {
	const ids = new WeakMap<IncomingMessage, string>();

	function of(req: IncomingMessage): string {
		const known = ids.get(req);
		if (known !== undefined) return known;
		const forwarded = isProxied ? req.headers["x-request-id"] : undefined;
		const id = typeof forwarded === "string" && SANE.test(forwarded) ? forwarded : randomUUID();
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

/** What a line of the log says of who asked: the signed-in user, whom the log names by a hash of this id (P483). */
export function askerOf(req: object): { userId?: string } {
	const user: unknown = Reflect.get(req, "user");
	if (typeof user !== "object" || user === null || !("id" in user) || typeof user.id !== "string") return {};
	return { userId: user.id };
}
