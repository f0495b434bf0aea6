import { pipeline } from "node:stream/promises";
import { type RequestHandler, Router } from "express";
import type { Logger } from "pino";
import { z } from "zod";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { requirePlan } from "#server/account/auth/require-plan.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { parseQuery } from "#server/platform/http/parse.ts";
import { LIST_LIMITS } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { rowIdsText } from "#shared/platform/row-id.ts";
import { linksCsv } from "./write-csv.ts";

type Options = {
	db: Db;
	guards: Pick<Guards, "requireUserOfAnyPlan" | "whileSignedIn">;
	limitDownloads: RequestHandler;
	linksOrigin: string;
	imagesOrigin: string;
	log: Pick<Logger, "warn">;
};

const idsQuery = z.object({ ids: rowIdsText(LIST_LIMITS.changes).optional() });

/** `GET /api/links/csv`: links as a CSV file (P189). */
export function exportRouter({ db, guards, limitDownloads, linksOrigin, imagesOrigin, log }: Options): Router {
	const router = Router();
	const hasCsv = requirePlan("csv");
	// Users without a subscription can export their links, whatever plan they had (P262).
	const mayExport: RequestHandler = (req, res, next) => (req.subscription ? hasCsv(req, res, next) : next());

	router.get(API.links.csv, guards.requireUserOfAnyPlan, mayExport, limitDownloads, async (req, res) => {
		const user = userOf(req);
		const { ids } = parseQuery(idsQuery, req);
		res.attachment(`visualink-links-${new Date().toISOString().slice(0, 10)}.csv`);
		const parts = guards.whileSignedIn(req, linksCsv(db, user, { linksOrigin, imagesOrigin, ids }));
		await pipeline(parts, res).catch((error: unknown) => {
			log.warn({ err: error }, "an export of links broke off");
		});
	});
	return router;
}
