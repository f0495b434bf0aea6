import type { Request, RequestHandler } from "express";
import { AppError } from "./app-error.ts";
import { isSafeMethod } from "./safe-method.ts";

/**
 * Cross-site request forgery protection: refuses a state-changing request from a page of another origin.
 * `Sec-Fetch-Site` decides if sent, else `Origin`; a client that sends neither is no browser and carries no user's
 * cookies (P36). Source: OWASP Cross-Site Request Forgery Prevention Cheat Sheet, Fetch Metadata with Origin fallback.
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
