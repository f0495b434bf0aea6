import { type Request, Router } from "express";
import { z } from "zod";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { requireFeature } from "#server/account/auth/require-plan.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseQuery } from "#server/platform/http/parse.ts";
import { FILTERS } from "#shared/analytics/breakdowns.ts";
import { RANGES, type Range } from "#shared/analytics/chart.ts";
import { countableZone } from "#shared/analytics/time-zone.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import { isPlainLine } from "#shared/platform/plain-text.ts";
import { chartCsv } from "./chart-csv.ts";
import type { Subject } from "./chart-days.ts";
import type { ChartAsked } from "./chart-span.ts";
import type { Charts } from "./charts.ts";
import { isZone } from "./clock.ts";

const VALUES_SHOWN = 50;
const VALUES_IN_FILE = 1_000;

type Options = {
	charts: Charts;
	guards: Guards;
	activeSubscription: (userId: string) => Promise<{ planId: string } | null>;
};

const day = z.iso.date().refine((date) => date >= "2000-01-01" && date <= "2999-12-31");
const query = z.object({
	range: z.enum([...(Object.keys(RANGES) as [Range]), "days"]).default("7d"),
	from: day.optional(),
	to: day.optional(),
	zone: z
		.string()
		.default("UTC")
		.transform((zone) => countableZone(zone, isZone)),
	dimension: z.enum(FILTERS).optional(),
	value: z.string().max(100).refine(isPlainLine).optional(),
	format: z.enum(["json", "csv"]).default("json"),
});

/** `GET /api/analytics` for the account, and `GET /api/analytics/links/{id}` for one link. */
export function chartsRouter({ charts, guards, activeSubscription }: Options): Router {
	const router = Router();

	router.get(API.analytics.account, guards.requireUser, async (req, res) => {
		await answer(req, res, { user: userOf(req).id }, "views");
	});

	router.get(API.analytics.tags, guards.requireUser, async (req, res) => {
		const { asked } = askedOf(req);
		const planId = (await activeSubscription(userOf(req).id))?.planId ?? null;
		res.json(await charts.tags(userOf(req).id, asked, planId));
	});

	router.get(API_ROUTES.linkChart, guards.requireUser, async (req, res) => {
		const link = linkId(req);
		await charts.requireOwn(userOf(req).id, link);
		await answer(req, res, { link }, `views-of-link-${link}`);
	});

	async function answer(req: Request, res: NonNullable<Request["res"]>, subject: Subject, file: string): Promise<void> {
		const { asked, format } = askedOf(req);
		const planId = (await activeSubscription(userOf(req).id))?.planId ?? null;
		if (format === "json") {
			res.json(await charts.chart(subject, asked, planId));
			return;
		}
		requireFeature(planId, "csv");
		const chart = await charts.chart(subject, { ...asked, values: VALUES_IN_FILE }, planId);
		const tags = "user" in subject ? await charts.tags(subject.user, asked, planId) : null;
		res.attachment(`${file}-${chart.from}-${chart.to}.csv`).type("text/csv").send(chartCsv(chart, tags));
	}

	return router;
}

function askedOf(req: Request): { asked: ChartAsked; format: "json" | "csv" } {
	const message = "This range of days, time zone or filter is not known";
	const { range, from, to, zone, dimension, value, format } = parseQuery(query, req, message);
	if (range === "days" && (!from || !to)) {
		throw new AppError("required", "Choose a first and a last day", { field: from ? "to" : "from" });
	}
	const only = dimension && value !== undefined ? { dimension, value } : null;
	const wanted = range === "days" ? { from: from ?? "", to: to ?? "" } : range;
	return { asked: { range: wanted, zone, only, values: VALUES_SHOWN }, format };
}
