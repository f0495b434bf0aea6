import { AppError } from "#server/platform/http/app-error.ts";
import type { ChartQuery } from "#shared/analytics/chart-query.ts";
import { countableZone } from "#shared/analytics/time-zone.ts";
import type { ChartAsked } from "./chart-span.ts";
import { isZone } from "./clock.ts";

const VALUES_SHOWN = 50;

/** What a query asks a chart for. @throws AppError "required" or "invalid" for one that contradicts itself or is incomplete */
export function chartAsked({ range, from, to, zone, dimension, value }: ChartQuery): ChartAsked {
	const hasDays = from !== undefined || to !== undefined;
	if (range !== undefined && range !== "days" && hasDays) {
		throw new AppError("invalid", "Days only work with range=days. Change the range, or leave the days out.", {
			field: from === undefined ? "to" : "from",
		});
	}
	if ((dimension === undefined) !== (value === undefined)) {
		const field = dimension === undefined ? "dimension" : "value";
		throw new AppError("required", "Send dimension and value together", { field });
	}
	const only = dimension !== undefined && value !== undefined ? { dimension, value } : null;
	const asked = { zone: countableZone(zone, isZone), only, values: VALUES_SHOWN };
	if (range !== "days" && !hasDays) return { ...asked, range: range ?? "7d" };
	if (from === undefined || to === undefined) {
		throw new AppError("required", "Choose a first and a last day", { field: from === undefined ? "from" : "to" });
	}
	return { ...asked, range: { from, to } };
}
