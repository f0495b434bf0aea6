import type { IncomingMessage } from "node:http";
import type { RequestHandler, Response } from "express";
import { AppError } from "./app-error.ts";

type Headed = Pick<IncomingMessage, "headers">;

/**
 * Cross-site request forgery protection: refuses a state-changing request from a page of another origin (P36). Below
 * `/go`, where Express isn't, `isFromAnotherSite` is asked for each.
 */
export function requestGuard({ publicOrigin }: { publicOrigin: string }): RequestHandler {
	return (req, _res, next) => {
		if (!isSafeMethod(req.method) && isFromAnotherSite(req, [publicOrigin])) {
			throw new AppError("cross_site_request", "This request came from another site");
		}
		next();
	};
}

/**
 * Whether a page of none of these origins sent a request that changes something. `Sec-Fetch-Site` decides if sent, else
 * `Origin`; a client that sends neither is no browser and carries no user's cookies. Source: OWASP Cross-Site Request
 * Forgery Prevention Cheat Sheet, Fetch Metadata with Origin fallback.
 */
export function isFromAnotherSite({ headers }: Headed, ownOrigins: readonly string[]): boolean {
	const site = headers["sec-fetch-site"];
	if (site !== undefined) return site !== "same-origin";
	return headers.origin !== undefined && !ownOrigins.includes(headers.origin);
}

/** The same of a page that is opened, which people can do themselves: by the address bar, say. */
export function isFromElsewhere(req: Headed, ownOrigins: readonly string[]): boolean {
	return req.headers["sec-fetch-site"] !== "none" && isFromAnotherSite(req, ownOrigins);
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request by this method changes nothing: neither guarded against other sites nor counted as a change. */
export function isSafeMethod(method: string): boolean {
	return SAFE_METHODS.has(method);
}

/** The answer holds for this caller and this moment: no cache keeps it, neither a browser's nor one on the way. */
export const forThisCallerAlone: RequestHandler = (_req, res, next) => {
	keepOut(res);
	next();
};

/** As `forThisCallerAlone`, for an answer that is about to be sent. */
export function keepOut(res: Response): void {
	res.set("Cache-Control", "private, no-store");
}
