import { Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import type { ViewStats } from "#shared/public/views/view-stats.ts";
import type { ViewTotals } from "./view-totals.ts";

/** `GET /api/stats/views` and `GET /api/stats/links/{id}/views`. */
export function statsRouter({ views, guards }: { views: ViewTotals; guards: Guards }): Router {
	const router = Router();

	router.get(API.stats.views, guards.requireUser, async (req, res) => {
		const stats: ViewStats = await views.ofUser(userOf(req).id);
		res.json(stats);
	});

	router.get(API_ROUTES.linkViews, guards.requireUser, async (req, res) => {
		const stats: ViewStats = await views.ofLink(userOf(req).id, linkId(req));
		res.json(stats);
	});

	return router;
}
