import { ownZone } from "#client/lib/local-time.ts";
import { FILTERS, type Filter } from "#shared/analytics/breakdowns.ts";
import { RANGES, type Range } from "#shared/analytics/chart.ts";
import { countableZone, offsetMinutes } from "#shared/analytics/time-zone.ts";
import { addDays, utcDay } from "#shared/platform/days.ts";

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

/** The query of a page that shows it, and of the call that it makes. */
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

/** The last seven days by the clock of a countable zone, today among them. */
export function lastWeek(zone: string, now: Date): { from: string; to: string } {
	const to = dayIn(zone, now);
	return { from: addDays(to, -6), to };
}

function dayIn(zone: string, now: Date): string {
	const minutes = offsetMinutes(zone);
	if (minutes !== null) return utcDay(now.getTime() + minutes * 60_000);
	// Swedes write a day as ISO 8601 does.
	return new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(now);
}

/** Every time zone that the browser lists, with these and UTC among them. */
export function zonesWith(...more: string[]): string[] {
	const known = "supportedValuesOf" in Intl ? Intl.supportedValuesOf("timeZone") : [];
	return [...new Set([...more, "UTC", ...known])].sort();
}
