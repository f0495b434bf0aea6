import { chartAsked } from "#server/analytics/chart-asked.ts";
import { chartFile } from "#server/analytics/chart-csv.ts";
import type { Charts } from "#server/analytics/charts.ts";
import type { ANALYTICS_ROUTES } from "#shared/api/v1/routes/analytics.ts";
import { handlersFor } from "../route-work.ts";

export type AnalyticsHandlerOptions = { charts: Charts };

/** The charts' own answers (P649). */
export function analyticsHandlers({ charts }: AnalyticsHandlerOptions) {
	async function file(asked: Parameters<typeof chartFile>[1]) {
		const { name, text } = await chartFile(charts, asked);
		return { body: text, headers: { "Content-Disposition": `attachment; filename=${name}` } };
	}

	return handlersFor<typeof ANALYTICS_ROUTES>({
		async getAnalytics({ user, planId, query }) {
			return { body: await charts.chart({ user: user.id }, chartAsked(query), planId) };
		},
		getAnalyticsCsv({ user, planId, query }) {
			return file({ subject: { user: user.id }, asked: chartAsked(query), planId });
		},
		async getTagAnalytics({ user, planId, query }) {
			return { body: await charts.tags(user.id, chartAsked(query), planId) };
		},
		async getLinkAnalytics({ user, planId, params: { id }, query }) {
			await charts.requireOwn(user.id, id);
			return { body: await charts.chart({ link: id }, chartAsked(query), planId) };
		},
		async getLinkAnalyticsCsv({ user, planId, params: { id }, query }) {
			await charts.requireOwn(user.id, id);
			return file({ subject: { link: id }, asked: chartAsked(query), planId });
		},
	});
}
