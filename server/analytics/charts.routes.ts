import { type Request, type Response, Router } from "express";
import { z } from "zod";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { parseQuery } from "#server/platform/http/parse.ts";
import { CHART_QUERY } from "#shared/analytics/chart-query.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import { chartAsked } from "./chart-asked.ts";
import { chartFile } from "./chart-csv.ts";
import type { Subject } from "./chart-days.ts";
import type { Charts } from "./charts.ts";

type Options = {
	charts: Charts;
	guards: Guards;
	activeSubscription: (userId: string) => Promise<{ planId: string } | null>;
};

const query = z.object({ ...CHART_QUERY, format: z.enum(["json", "csv"]).default("json") });

/** `GET /api/analytics` for the account, and `GET /api/analytics/links/{id}` for one link. */
export function chartsRouter({ charts, guards, activeSubscription }: Options): Router {
	const router = Router();

	router.get(API.analytics.account, guards.requireUser, async (req, res) => {
		await answer(req, res, { user: userOf(req).id });
	});

	router.get(API.analytics.tags, guards.requireUser, async (req, res) => {
		const { asked } = askedOf(req);
		res.json(await charts.tags(userOf(req).id, asked, await planOf(req)));
	});

	router.get(API_ROUTES.linkChart, guards.requireUser, async (req, res) => {
		const link = linkId(req);
		await charts.requireOwn(userOf(req).id, link);
		await answer(req, res, { link });
	});

	async function answer(req: Request, res: Response, subject: Subject): Promise<void> {
		const { asked, format } = askedOf(req);
		const planId = await planOf(req);
		if (format === "json") {
			res.json(await charts.chart(subject, asked, planId));
			return;
		}
		const { name, text } = await chartFile(charts, { subject, asked, planId });
		res.attachment(name).type("text/csv").send(text);
	}

	async function planOf(req: Request): Promise<string | null> {
		return (await activeSubscription(userOf(req).id))?.planId ?? null;
	}

	return router;
}

function askedOf(req: Request) {
	const message = "This range of days, time zone or filter is not known";
	const { format, ...asked } = parseQuery(query, req, message);
	return { asked: chartAsked(asked), format };
}
