import type { Filter } from "#shared/analytics/breakdowns.ts";
import type { Chart, ChartUnit, Range } from "#shared/analytics/chart.ts";
import { offsetMinutes } from "#shared/analytics/time-zone.ts";
import { countryName } from "#shared/billing/onboarding/countries.ts";
import { QR_SOURCE } from "#shared/links/scan.ts";
import { platformName } from "#shared/public/platforms/platform-names.ts";
import { dayIn } from "./day-in.ts";

export const RANGE_NAMES: Record<Range, string> = {
	"24h": "Last 24 hours",
	yesterday: "Yesterday",
	"7d": "Last 7 days",
	"30d": "Last 30 days",
	"90d": "Last 90 days",
	"12m": "Last 12 months",
};

/** Labels for wide and narrow screens. `RANGE_NAMES` contains both. */
export const RANGE_LABELS: Record<Range, [wide: string, narrow: string]> = {
	"24h": ["24 hours", "24 h"],
	yesterday: ["Yesterday", "Yesterday"],
	"7d": ["7 days", "7 d"],
	"30d": ["30 days", "30 d"],
	"90d": ["90 days", "90 d"],
	"12m": ["12 months", "12 m"],
};

export const TODAY = "Today";

export const HEADINGS: Record<Filter, string> = {
	link: "Top links",
	tag: "Tags",
	source: "Sources",
	country: "Countries",
	device: "Devices",
	browser: "Browsers",
	system: "Systems",
	platform: "Bots by platform",
};

const KINDS: Record<string, string> = {
	"": "Unknown",
	"bot:search": "Search engines",
	"bot:ai": "AI crawlers",
	"bot:tool": "Tools",
	"bot:empty": "Unidentified",
	"bot:other": "Other bots",
	"not-navigating": "Embedded on other pages",
};

export function wordsFor(dimension: Filter, value: string, links: Chart["links"]): string {
	if (dimension === "link") return links.find(({ id }) => String(id) === value)?.title ?? "Deleted link";
	if (dimension === "source") return sourceWords(value);
	if (dimension === "country") return value === "" ? "Unknown" : countryName(value);
	if (dimension === "device" && value !== "") return value.charAt(0).toUpperCase() + value.slice(1);
	if (dimension !== "platform") return value === "" ? "Unknown" : value;
	if (value.startsWith("unsure:")) return "Unsure";
	return KINDS[value] ?? (value.startsWith("bot:") ? `Bots: ${value.slice(4)}` : (platformName(value) ?? value));
}

/** A platform's name as its owner writes it; other sources unchanged. */
function sourceWords(value: string): string {
	if (value === "") return "Direct or unknown";
	return value === QR_SOURCE ? "QR code" : (platformName(value) ?? value);
}

/** 'Nov 21', '3:00 PM' or 'Nov 2026', in a time zone. */
export function momentOf(at: string, unit: ChartUnit, zone: string): string {
	return formatIn(zone, SHORT[unit], new Date(at));
}

/** 'Sat, Nov 21, 2026'. */
export function longMomentOf(at: string, unit: ChartUnit, zone: string): string {
	return formatIn(zone, LONG[unit], new Date(at));
}

/** Supported browsers before 2024 don't know offset zones, so their times are UTC, shifted. */
function formatIn(zone: string, options: Intl.DateTimeFormatOptions, moment: Date): string {
	const minutes = offsetMinutes(zone);
	const timeZone = minutes === null ? zone : "UTC";
	const moved = moment.getTime() + (minutes ?? 0) * 60_000;
	return new Intl.DateTimeFormat("en-US", { timeZone, ...options }).format(moved);
}

const DAY = { month: "short", day: "numeric" } as const;
const HOUR = { hour: "numeric", minute: "2-digit" } as const;
const SHORT: Record<ChartUnit, Intl.DateTimeFormatOptions> = {
	hour: HOUR,
	day: DAY,
	month: { month: "short", year: "numeric" },
};
const LONG: Record<ChartUnit, Intl.DateTimeFormatOptions> = {
	hour: { weekday: "short", ...DAY, ...HOUR },
	day: { weekday: "short", ...DAY, year: "numeric" },
	month: { month: "long", year: "numeric" },
};

/** A day's names in charts; today's is `TODAY`. @param today as by `dayIn`, in the chosen zone */
export function dayNames(at: string, zone: string, today: string): { name: string; longName: string } {
	const name = momentOf(at, "day", zone);
	if (dayIn(zone, new Date(at)) === today) return { name: TODAY, longName: `${TODAY}, ${name}` };
	return { name, longName: longMomentOf(at, "day", zone) };
}

/** When late numbers were right: 'As of 12:04 PM', with the day if that isn't today. */
export function asOfWords({ asOf, zone }: { asOf: string; zone: string }, now: Date): string {
	const isToday = dayIn(zone, new Date(asOf)) === dayIn(zone, now);
	return `As of ${isToday ? momentOf(asOf, "hour", zone) : longMomentOf(asOf, "hour", zone)}. Newer views will follow.`;
}

/** 'Nov 21 – 27, 2026', or one day. @param from days of UTC */
export function daysBetween(from: string, to: string): string {
	const format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...DAY, year: "numeric" });
	return format.formatRange(new Date(from), new Date(to));
}

/** '+12%', from eleven times on '11×', or null without a previous value. */
export function changeOf(now: number, before: number): string | null {
	if (before === 0) return null;
	if (now >= before * 11) return `${Math.round(now / before).toLocaleString("en-US")}×`;
	const percent = Math.round(((now - before) / before) * 100);
	return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)}%`;
}
