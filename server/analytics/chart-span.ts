import { AppError } from "#server/platform/http/app-error.ts";
import type { Filter } from "#shared/analytics/breakdowns.ts";
import { CHART_DAYS_MAX, RANGES, type Range } from "#shared/analytics/chart.ts";
import { chartDays } from "#shared/billing/plans/plan-features.ts";
import { addDays, DAY_MS, daysIn, utcDay } from "#shared/platform/days.ts";
import { dateAt, edgesOf, lastHours, startOf } from "./clock.ts";

const BY_DAY_MAX = 93;

export type ChartAsked = {
	range: Range | { from: string; to: string };
	zone: string;
	only: { dimension: Filter; value: string } | null;
	values: number;
};

export type UtcDays = { from: string; to: string };

/**
 * The bars of a chart, the start of the previous period, and the UTC days of breakdowns.
 * @param now milliseconds since 1970
 * @param planId limits how far back it goes (P143)
 * @throws AppError `plan_required` beyond the plan's range, `invalid` for impossible days
 */
export function spanOf(asked: Pick<ChartAsked, "range" | "zone">, now: number, planId: string | null) {
	const span = barsOf(asked, now, chartDays(planId));
	const [start = 0, end = 0] = [span.edges[0], span.edges.at(-1)];
	const days: UtcDays = span.isHours ? { from: utcDay(start), to: utcDay(end - 1) } : { from: span.from, to: span.to };
	return { ...span, start, end, days };
}

function barsOf({ range, zone }: Pick<ChartAsked, "range" | "zone">, now: number, daysAllowed: number) {
	const today = dateAt(now, zone);
	if (range === "24h") {
		const edges = lastHours(now, zone);
		const [start = 0, end = 0] = [edges[0], edges.at(-1)];
		const shown = { from: dateAt(start, zone), to: dateAt(end - 1, zone) };
		return { ...shown, unit: "hour" as const, isHours: true, edges, beforeFrom: start - DAY_MS };
	}
	const { from, to } = typeof range === "string" ? daysOf(range, today) : range;
	const days = daysIn({ from, to });
	if (days < 1) throw new AppError("invalid_days", "Choose a start day and an end day on or after it");
	if (to > today) throw new AppError("future_days", `Choose an end day that is not after today, ${today}`);
	if (days > CHART_DAYS_MAX)
		throw new AppError("too_many_days", `Choose at most ${CHART_DAYS_MAX} days`, { limit: CHART_DAYS_MAX });
	if (from < addDays(today, 1 - daysAllowed)) {
		throw new AppError("plan_required", `Your plan's charts go back ${daysAllowed} days`, { limit: daysAllowed });
	}
	const unit = days <= 2 ? ("hour" as const) : days <= BY_DAY_MAX ? ("day" as const) : ("month" as const);
	const beforeFrom = startOf(addDays(from, -days), zone);
	return { from, to, unit, isHours: false, edges: edgesOf({ from, to, zone, unit }), beforeFrom };
}

function daysOf(range: Range, today: string): { from: string; to: string } {
	if (range !== "yesterday") return { from: addDays(today, 1 - RANGES[range]), to: today };
	const yesterday = addDays(today, -1);
	return { from: yesterday, to: yesterday };
}
