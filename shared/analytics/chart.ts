import type { Breakdown, Dimension, Filter } from "./breakdowns.ts";

/** Length of each range in days. The current day counts as a whole one, except in `yesterday`. */
export const RANGES = { "24h": 1, yesterday: 1, "7d": 7, "30d": 30, "90d": 90, "12m": 365 } as const;
export type Range = keyof typeof RANGES;

export const CHART_DAYS_MAX = 366;

/** What one bar of the series covers, in the viewer's time zone. */
export type ChartUnit = "hour" | "day" | "month";

export type Counts = { human: number; bot: number };

export type Chart = {
	/** First and last day in the viewer's time zone. */
	from: string;
	to: string;
	zone: string;
	unit: ChartUnit;
	/** One per hour, day or month, also without views; `at` is its start, ISO 8601. */
	points: (Counts & { at: string })[];
	totals: Counts;
	/** The previous period, of the same length. */
	before: Counts;
	/** UTC days, which everything below counts by. */
	days: Counts & { from: string; to: string };
	/** Unique visitors per day (P140). */
	visitors: { day: string; visitors: number }[];
	/** How many of `days.human` are probably scanners (P538). */
	scanners: number;
	/** Each sums to `days.human`, `platform` to `days.bot`. */
	breakdowns: Partial<Record<Dimension, Breakdown>>;
	links: { id: number; title: string; linkSlug: string; shortUrl: string; domain: string | null; deleted: boolean }[];
	/** People per day with this value; null without a filter. Over 93 days, per month by its first day. */
	only: {
		dimension: Filter;
		value: string;
		human: number;
		days: { day: string; count: number }[];
		unit?: "month";
	} | null;
};

export type TagCounts = { from: string; to: string; tags: (Counts & { tag: string })[]; untagged: Counts };
