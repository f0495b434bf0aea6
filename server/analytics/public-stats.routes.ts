import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from "express";
import type { Logger } from "pino";
import { z } from "zod";
import { type Guards, subscriptionOf, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseQuery } from "#server/platform/http/parse.ts";
import { PUBLIC_RANGES, publicStatsPath } from "#shared/analytics/public-stats.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import type { PublicPages } from "./public-stats.ts";

type Options = { pages: PublicPages; limit: RequestHandler };
type PageOptions = Options & { log: Pick<Logger, "warn"> };

const query = z.object({ address: z.string().max(100), range: z.enum(PUBLIC_RANGES).default("30d") });

/** `GET /api/public-stats`, for anyone who knows the address; it is in the query, which no log has. */
export function publicStatsRouter({ pages, limit }: Options): Router {
	const router = Router();
	router.get(API.publicStats.read, limit, async (req, res) => {
		hide(res);
		const { address, range } = parseQuery(query, req, "This range is not known");
		res.json(await pages.read(address, range));
	});
	return router;
}

/**
 * The page at `/stats/{address}`: says whether it is there, and leaves the page itself to the client's files behind it.
 * While that can't be known it is 503, and the page says so.
 */
export function publicStatsPages({ pages, limit, log }: PageOptions): Router {
	const router = Router();
	router.get(publicStatsPath(":address"), limit, async (req, res, next) => {
		hide(res);
		const isThere = await pages.find(String(req.params.address)).then(Boolean, (error: unknown) => {
			log.warn({ err: error }, "whether a page of public statistics is there could not be asked");
			return null;
		});
		if (isThere === null) res.status(503).set("Retry-After", "5");
		if (isThere === false) res.status(404);
		next();
	});
	router.use(publicStatsPath(":address"), tooManyAsPage);
	return router;
}

/** Rate limiting is reported by the page, which gets it with its figures. */
const tooManyAsPage: ErrorRequestHandler = (error, _req, res, next) => {
	if (!(error instanceof AppError) || error.kind !== "too_many") return next(error);
	hide(res.status(429));
	next();
};

/** Only people who were given the address may find it, and a click on a link there must not reveal it. */
function hide(res: Response): void {
	res.set({ "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer" });
}

/** The owner's side: `/api/analytics/links/{id}/public`. */
export function publicPageRouter({ pages, guards }: { pages: PublicPages; guards: Guards }): Router {
	const router = Router();

	router.get(API_ROUTES.linkPublicPage, guards.requireUser, async (req, res) => {
		res.json(await pages.pageOf(named(req)));
	});

	router.put(API_ROUTES.linkPublicPage, ...guards.requireAuthor, async (req, res) => {
		res.json(await pages.share(named(req), subscriptionOf(req).planId));
	});

	// What is public may be ended by anyone who owns it, also without a plan.
	router.delete(API_ROUTES.linkPublicPage, guards.requireUser, async (req, res) => {
		res.json(await pages.stop(named(req)));
	});

	return router;
}

function named(req: Request): { userId: string; linkId: number } {
	return { userId: userOf(req).id, linkId: linkId(req) };
}
