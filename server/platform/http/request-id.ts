import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { publicStatsPath } from "#shared/analytics/public-stats.ts";
import { reportStatePath } from "#shared/moderation/trust/trust-paths.ts";
import { API_ROUTES } from "#shared/platform/api-paths.ts";

export type RequestIds = {
	/** The one name of a request, in its answer, its error's body and the log; made when it is first asked for. */
	of: (req: IncomingMessage) => string;
	/** Says it in the answer's `X-Request-Id`. */
	middleware: RequestHandler;
};

/** An id that is sent along is not read: proxies pass on what visitors send (P145). */
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

/** What a line of the log says of who asked: the signed-in user, whom the log names by a hash of this id (P483). */
export function askerOf(req: object): { userId?: string } {
	const user: unknown = Reflect.get(req, "user");
	if (typeof user !== "object" || user === null || !("id" in user) || typeof user.id !== "string") return {};
	return { userId: user.id };
}

/** Paths whose end lets in anyone who knows it, is a text of a user's, or says the name of an account. */
const CUT = [
	publicStatsPath(""),
	reportStatePath(""),
	API_ROUTES.linkTag.replace(":tag", ""),
	API_ROUTES.openLink.replace(/:.*$/, ""),
];

type Requested = { url?: string | undefined; originalUrl?: string };

/** A request's path without its query; Express takes from `url` what a router is mounted at. */
export function requestedPath({ url = "", originalUrl = url }: Requested): string {
	return originalUrl.split("?", 1)[0] ?? "";
}

/** A request's path for the log, without its query and what is nobody else's business (P483). */
export function loggedPath(req: Requested): string {
	const path = requestedPath(req);
	const beginning = CUT.find((each) => path.toLowerCase().startsWith(each));
	return beginning === undefined ? path : `${beginning}...`;
}
