import { type ErrorRequestHandler, type Request, Router } from "express";
import type { Logger } from "pino";
import { AppError } from "#server/platform/http/app-error.ts";
import { isSafeMethod } from "#server/platform/http/request-guard.ts";
import type { RequestIds } from "#server/platform/http/request-id.ts";
import { API_ROUTES, publicLinkPath } from "#shared/platform/api-paths.ts";
import { readGoPath } from "./go-path.ts";
import type { LinkCache } from "./link-cache.ts";
import type { OwnVisits } from "./own-visits.ts";
import { addressOf, type KnownLink } from "./public-link.ts";

type Options = {
	linkCache: Pick<LinkCache<KnownLink>, "get">;
	ownVisits: Pick<OwnVisits, "query">;
	ownDomains: { of(host: string): { userSlug: string } | null };
	linksOrigin: string;
	requestIds: Pick<RequestIds, "of">;
	now: () => Date;
	log: Pick<Logger, "warn">;
};

/**
 * "Open" (P528): redirects a link's owner to its short address, signed for ten minutes, others to the plain address.
 * @returns `opener`, the route, and `plainly`, its fallback on errors
 */
export function createOpenLink({ linkCache, ownVisits, ownDomains, linksOrigin, requestIds, now, log }: Options) {
	/** A link is named by its account, or by its account's domain. */
	function slugsOf({ params }: Request): Slugs | null {
		const name = String(params.userSlug);
		const userSlug = ownDomains.of(name)?.userSlug ?? name;
		const path = readGoPath(publicLinkPath(userSlug, String(params.linkSlug)));
		return path.kind === "link" ? [path.userSlug, path.linkSlug] : null;
	}

	const opener = Router();
	opener.get(API_ROUTES.openLink, async (req, res, next) => {
		const slugs = slugsOf(req);
		if (!slugs) return next();
		const link = await linkCache.get(...slugs);
		const isOwner = link !== null && link !== "disabled" && link.userId === req.user?.id;
		if (!isOwner) return res.redirect(plainAddress(slugs));
		const address = link.domain ? addressOf(link, { linksOrigin }) : plainAddress(slugs);
		res.redirect(address + ownVisits.query(link.id, now().getTime()));
	});

	/** Without the database links still open (P17), but no owner can be recognized. */
	const plainly: ErrorRequestHandler = (error: unknown, req, res, next) => {
		// The router is mounted at a path that longer ones also match.
		const slugs = isSafeMethod(req.method) && req.path === "/" ? slugsOf(req) : null;
		if (!slugs || res.headersSent) return next(error);
		const isRefused = error instanceof AppError && error.status < 500;
		if (!isRefused) log.warn({ err: error, requestId: requestIds.of(req) }, "a link's owner could not be recognized");
		res.redirect(plainAddress(slugs));
	};

	const plainAddress = (slugs: Slugs) => linksOrigin + publicLinkPath(...slugs);
	return { opener, plainly };
}

type Slugs = [userSlug: string, linkSlug: string];
