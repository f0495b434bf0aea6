import { z } from "zod";
import { chart, tagCounts } from "../../../analytics/chart-answers.ts";
import { CHART_DAYS, CHART_QUERY } from "../../../analytics/chart-query.ts";
import { apiRoute, idParam } from "../api-route.ts";

const ofLink = z.object({ id: idParam });
const query = z.strictObject(CHART_QUERY);

const usual = {
	method: "get",
	tag: "analytics",
	scope: "stats:read",
	isHeavy: true,
	sharedLimit: "charts",
} as const;
const json = { status: 200, schema: chart } as const;
const csv = { status: 200, schema: z.string(), type: "text/csv" } as const;
const OF_DAYS = ["required", "invalid_days", "future_days", "too_many_days"] as const;
const example = { query: { range: "30d", zone: "Europe/Lisbon" } };

export const ANALYTICS_ROUTES = [
	apiRoute({
		...usual,
		id: "getAnalytics",
		path: "/analytics",
		summary: "Chart the views of all links",
		description: "The figures of the Analytics page. Your plan says how many days back they go.",
		query,
		answer: json,
		errors: OF_DAYS,
		example,
	}),
	apiRoute({
		...usual,
		id: "getAnalyticsCsv",
		path: "/analytics/csv",
		summary: "Download the chart of all links as CSV",
		description: "The file of the Analytics page: UTF-8 with a byte order mark, up to 1,000 values per dimension.",
		query,
		answer: csv,
		errors: OF_DAYS,
		example,
	}),
	apiRoute({
		...usual,
		id: "getTagAnalytics",
		path: "/analytics/tags",
		summary: "Count views by tag",
		description: "By the current tags of links, over UTC days.",
		query: z.strictObject(CHART_DAYS),
		answer: { status: 200, schema: tagCounts },
		errors: OF_DAYS,
		example,
	}),
	apiRoute({
		...usual,
		id: "getLinkAnalytics",
		path: "/links/{id}/analytics",
		summary: "Chart the views of a link",
		description: "A deleted link keeps its chart. A link can't be filtered by tag.",
		params: ofLink,
		query,
		answer: json,
		errors: ["link_not_found", ...OF_DAYS],
		example: { params: { id: 1 }, ...example },
	}),
	apiRoute({
		...usual,
		id: "getLinkAnalyticsCsv",
		path: "/links/{id}/analytics/csv",
		summary: "Download the chart of a link as CSV",
		params: ofLink,
		query,
		answer: csv,
		errors: ["link_not_found", ...OF_DAYS],
		example: { params: { id: 1 }, ...example },
	}),
] as const;
