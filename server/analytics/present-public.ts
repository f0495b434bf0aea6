import type { Breakdown, Breakdowns } from "#shared/analytics/breakdowns.ts";
import type { Chart } from "#shared/analytics/chart.ts";
import { PUBLIC_DIMENSIONS, PUBLIC_FEWEST, type PublicStats } from "#shared/analytics/public-stats.ts";
import { publicSource } from "./public-sources.ts";
import { withOther } from "./top-values.ts";

const VALUES_SHOWN = 12;

export type PublicMetrics = Omit<PublicStats, "title" | "shortUrl">;

/** The public part of a link's chart (P224); no other field leaves the server. */
export function presentPublic(chart: Chart): PublicMetrics {
	const { from, to, unit, points, totals, before } = chart;
	return { from, to, unit, points, totals, before, breakdowns: harmless(chart.breakdowns) };
}

function harmless(kept: Breakdowns): PublicStats["breakdowns"] {
	const breakdowns: PublicStats["breakdowns"] = {};
	for (const dimension of PUBLIC_DIMENSIONS) {
		const breakdown = kept[dimension];
		if (!breakdown) continue;
		const known = dimension === "source" ? ofPlatforms(breakdown) : breakdown;
		const shown = ofSeveral(known);
		if (shown[0].length > 0) breakdowns[dimension] = shown;
	}
	return breakdowns;
}

function ofPlatforms([values, other]: Breakdown): Breakdown {
	const counts = new Map<string, number>();
	let rest = other;
	for (const [value, count] of values) {
		const name = publicSource(value);
		if (name === null) rest += count;
		else counts.set(name, (counts.get(name) ?? 0) + count);
	}
	return withOther(counts, rest, counts.size);
}

/** Values with few opens join `other`: they might be one person. */
function ofSeveral([values, other]: Breakdown): Breakdown {
	const several = values.filter(([, count]) => count >= PUBLIC_FEWEST);
	const few = values.filter(([, count]) => count < PUBLIC_FEWEST).reduce((sum, [, count]) => sum + count, 0);
	return withOther(new Map(several), other + few, VALUES_SHOWN);
}
