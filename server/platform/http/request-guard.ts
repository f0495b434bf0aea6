import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { AppError } from "./app-error.ts";

type Headed = Pick<IncomingMessage, "headers">;

/** CSRF protection (P36). `/go`, outside Express, calls `isFromAnotherSite` itself. */
export function requestGuard({ publicOrigin }: { publicOrigin: string }): RequestHandler {
	return (req, _res, next) => {
		if (!isSafeMethod(req.method) && isFromAnotherSite(req, [publicOrigin])) {
			throw new AppError("cross_site_request", "This request came from another site");
		}
		next();
	};
}

/**
 * Whether another site sent a request: by `Sec-Fetch-Site`, else `Origin`; without both it isn't a browser. Source:
 * OWASP CSRF Cheat Sheet.
 */
export function isFromAnotherSite({ headers }: Headed, ownOrigins: readonly string[]): boolean {
	const site = headers["sec-fetch-site"];
	if (site !== undefined) return site !== "same-origin";
	return headers.origin !== undefined && !ownOrigins.includes(headers.origin);
}

/** For opening a page, which people can also do directly, as from the address bar. */
export function isFromElsewhere(req: Headed, ownOrigins: readonly string[]): boolean {
	return req.headers["sec-fetch-site"] !== "none" && isFromAnotherSite(req, ownOrigins);
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether requests by this method change nothing: exempt from CSRF checks and the limit of changes. */
export function isSafeMethod(method: string): boolean {
	return SAFE_METHODS.has(method);
}
