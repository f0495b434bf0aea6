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

/** `GET /api/public-stats`, for anyone with the address, which is in the query because logs omit queries. */
export function publicStatsRouter({ pages, limit }: Options): Router {
	const router = Router();
	router.get(API.publicStats.read, limit, async (req, res) => {
		hide(res);
		const { address, range } = parseQuery(query, req, "This range is not known");
		res.json(await pages.read(address, range));
	});
	return router;
}

/** The status of `/stats/{address}`; the client's files supply the page. 503 while the database is down. */
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

/** The page itself reports rate limiting, when it requests its metrics. */
const tooManyAsPage: ErrorRequestHandler = (error, _req, res, next) => {
	if (!(error instanceof AppError) || error.kind !== "too_many") return next(error);
	hide(res.status(429));
	next();
};

/** Only people with the address may find it, and a link on the page must not reveal it. */
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

	// An owner can end a public page even without a plan.
	router.delete(API_ROUTES.linkPublicPage, guards.requireUser, async (req, res) => {
		res.json(await pages.stop(named(req)));
	});

	return router;
}

function named(req: Request): { userId: string; linkId: number } {
	return { userId: userOf(req).id, linkId: linkId(req) };
}
