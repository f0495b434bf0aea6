import { ownZone } from "#client/lib/local-time.ts";
import { FILTERS, type Filter } from "#shared/analytics/breakdowns.ts";
import { RANGES, type Range } from "#shared/analytics/chart.ts";
import { countableZone } from "#shared/analytics/time-zone.ts";
import { addDays } from "#shared/platform/days.ts";
import { dayIn } from "./day-in.ts";

export type ChartWish = {
	range: Range | "days";
	/** Only for `days`. */
	from: string;
	to: string;
	zone: string;
	only: { dimension: Filter; value: string } | null;
};

/** Parses a URL; the default is the last week in this device's time zone. */
export function readWish(search: string): ChartWish {
	const params = new URLSearchParams(search);
	const range = params.get("range") ?? "";
	const dimension = FILTERS.find((name) => name === params.get("dimension"));
	const value = params.get("value");
	return {
		range: range === "days" || Object.hasOwn(RANGES, range) ? (range as ChartWish["range"]) : "7d",
		from: params.get("from") ?? "",
		to: params.get("to") ?? "",
		zone: countableZone(params.get("zone") || ownZone()),
		only: dimension !== undefined && value !== null ? { dimension, value } : null,
	};
}

export function writeWish({ range, from, to, zone, only }: ChartWish): string {
	const params = new URLSearchParams({ range, zone });
	if (range === "days") {
		params.set("from", from);
		params.set("to", to);
	}
	if (only) {
		params.set("dimension", only.dimension);
		params.set("value", only.value);
	}
	return `?${params}`;
}

/** How a page shows its charts, as in its URL. */
export type ChartView = "chart" | "table";

export function readView(search: string): ChartView {
	return new URLSearchParams(search).get("view") === "table" ? "table" : "chart";
}

export function pageQuery(wish: ChartWish, view: ChartView): string {
	return writeWish(wish) + (view === "table" ? "&view=table" : "");
}

/** The last seven days in a supported time zone, including today. */
export function lastWeek(zone: string, now: Date): { from: string; to: string } {
	const to = dayIn(zone, now);
	return { from: addDays(to, -6), to };
}

/** Every time zone that the browser lists, with these and UTC added. */
export function zonesWith(...more: string[]): string[] {
	const known = "supportedValuesOf" in Intl ? Intl.supportedValuesOf("timeZone") : [];
	return [...new Set([...more, "UTC", ...known])].sort();
}
