import type { Request, RequestHandler } from "express";
import { AppError } from "./app-error.ts";
import { isSafeMethod } from "./safe-method.ts";

/**
 * Refuses a state-changing request that a page of another origin made: `Sec-Fetch-Site` decides where the browser
 * sends it, `Origin` where it does not; a client that sends neither is no browser and carries nobody's cookies.
 * Rule P36; source: OWASP Cross-Site Request Forgery Prevention Cheat Sheet, Fetch Metadata with Origin fallback.
 */
export function requestGuard({ publicOrigin }: { publicOrigin: string }): RequestHandler {
	return (req, _res, next) => {
		if (!isSafeMethod(req.method) && !isSameOrigin(req, publicOrigin)) {
			throw new AppError("cross_site_request", "This request came from another site");
		}
		next();
	};
}

/** Whether the browser says that a page of another origin (a sibling subdomain included) led here. */
export function isFromElsewhere(req: Request): boolean {
	const site = req.get("Sec-Fetch-Site");
	return site !== undefined && site !== "same-origin" && site !== "none";
}

function isSameOrigin(req: Request, publicOrigin: string): boolean {
	const site = req.get("Sec-Fetch-Site");
	if (site !== undefined) return site === "same-origin";
	const origin = req.get("Origin");
	return origin === undefined || origin === publicOrigin;
}
