import { type ErrorRequestHandler, type Request, Router } from "express";
import type { Logger } from "pino";
import { AppError } from "#server/platform/http/app-error.ts";
import { isSafeMethod } from "#server/platform/http/request-guard.ts";
import type { RequestIds } from "#server/platform/http/request-id.ts";
import { API_ROUTES, publicLinkPath } from "#shared/platform/api-paths.ts";
import { readGoPath } from "./go-path.ts";
import type { LinkCache } from "./link-cache.ts";
import type { OwnVisits } from "./own-visits.ts";
import type { KnownLink } from "./public-link.ts";

type Options = {
	linkCache: Pick<LinkCache<KnownLink>, "get">;
	ownVisits: Pick<OwnVisits, "query">;
	/** Scheme and host of short addresses: nothing here leads anywhere else. */
	linksOrigin: string;
	requestIds: Pick<RequestIds, "of">;
	now: () => Date;
	log: Pick<Logger, "warn">;
};

/**
 * "Open" (P528): leads a link's owner to its address, signed for ten minutes, and everyone else to the address as it is.
 * @returns `opener`, the route, and `plainly`, which leads to the address where the route failed
 */
export function createOpenLink({ linkCache, ownVisits, linksOrigin, requestIds, now, log }: Options) {
	const opener = Router();
	opener.get(API_ROUTES.openLink, async (req, res, next) => {
		const slugs = slugsOf(req);
		if (!slugs) return next();
		const link = await linkCache.get(...slugs);
		const isOwner = link !== null && link !== "disabled" && link.userId === req.user?.id;
		res.redirect(addressOf(slugs) + (isOwner ? ownVisits.query(link.id, now().getTime()) : ""));
	});

	/** A link opens while the database is away (P17), though nobody can be recognized then. */
	const plainly: ErrorRequestHandler = (error: unknown, req, res, next) => {
		// Mounted at the route's path, where longer ones come as well.
		const slugs = isSafeMethod(req.method) && req.path === "/" ? slugsOf(req) : null;
		if (!slugs || res.headersSent) return next(error);
		const isRefused = error instanceof AppError && error.status < 500;
		if (!isRefused) log.warn({ err: error, requestId: requestIds.of(req) }, "a link's owner could not be recognized");
		res.redirect(addressOf(slugs));
	};

	const addressOf = (slugs: Slugs) => linksOrigin + publicLinkPath(...slugs);
	return { opener, plainly };
}

type Slugs = [userSlug: string, linkSlug: string];

/** Those of a link's address; null for what can't be one. */
function slugsOf({ params }: Request): Slugs | null {
	const path = readGoPath(publicLinkPath(String(params.userSlug), String(params.linkSlug)));
	return path.kind === "link" ? [path.userSlug, path.linkSlug] : null;
}
