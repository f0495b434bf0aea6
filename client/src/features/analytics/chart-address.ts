import { ownZone } from "#client/lib/local-time.ts";
import { FILTERS, type Filter } from "#shared/analytics/breakdowns.ts";
import { RANGES, type Range } from "#shared/analytics/chart.ts";
import { countableZone } from "#shared/analytics/time-zone.ts";
import { addDays } from "#shared/platform/days.ts";
import { dayIn } from "./day-in.ts";

/** What a chart shows, as the address of its page keeps it. */
export type ChartWish = {
	range: Range | "days";
	/** Of `days` alone. */
	from: string;
	to: string;
	zone: string;
	only: { dimension: Filter; value: string } | null;
};

/** What an address asks for; what it does not say is the last week, by the clock of this device. */
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

/** The query of the call for it. */
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

/** How a page draws its charts, as its address keeps it. */
export type ChartView = "chart" | "table";

/** What an address asks for; a drawing, if it doesn't say. */
export function readView(search: string): ChartView {
	return new URLSearchParams(search).get("view") === "table" ? "table" : "chart";
}

/** The query of a page that shows it so. */
export function pageQuery(wish: ChartWish, view: ChartView): string {
	return writeWish(wish) + (view === "table" ? "&view=table" : "");
}

/** The last seven days by the clock of a countable zone, today among them. */
export function lastWeek(zone: string, now: Date): { from: string; to: string } {
	const to = dayIn(zone, now);
	return { from: addDays(to, -6), to };
}

/** Every time zone that the browser lists, with these and UTC among them. */
export function zonesWith(...more: string[]): string[] {
	const known = "supportedValuesOf" in Intl ? Intl.supportedValuesOf("timeZone") : [];
	return [...new Set([...more, "UTC", ...known])].sort();
}
