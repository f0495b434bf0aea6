import type { Breakdown, Dimension, Filter } from "./breakdowns.ts";

/** What a chart may span, in days. The day that is under way counts as a whole one, except for `yesterday`. */
export const RANGES = { "24h": 1, yesterday: 1, "7d": 7, "30d": 30, "90d": 90, "12m": 365 } as const;
export type Range = keyof typeof RANGES;

/** Longest span of a chart, in days. */
export const CHART_DAYS_MAX = 366;

/** How a bar of the series is cut: by the clock of the viewer's time zone. */
export type ChartUnit = "hour" | "day" | "month";

export type Counts = { human: number; bot: number };

/** Answer of the chart calls. */
export type Chart = {
	/** Days of the viewer's time zone, from the first to the last. */
	from: string;
	to: string;
	zone: string;
	unit: ChartUnit;
	/** One for each hour, day or month, with or without views; `at` is its first moment, ISO 8601. */
	points: (Counts & { at: string })[];
	totals: Counts;
	/** Of as long a time just before. */
	before: Counts;
	/** Days of UTC, which everything below counts by. */
	days: Counts & { from: string; to: string };
	/** Different people of each day (P140). */
	visitors: { day: string; visitors: number }[];
	/** How many of `days.human` are probably scanners (P538). */
	scanners: number;
	/** Those of people add up to `days.human`, `platform` to `days.bot`. */
	breakdowns: Partial<Record<Dimension, Breakdown>>;
	/** What the links that `breakdowns.link` names by their ids are called. */
	links: { id: number; title: string; linkSlug: string; deleted: boolean }[];
	/**
	 * People by day (UTC) whom `dimension` shows with `value`; null where nothing was asked for. Over more than 93 days
	 * they are counted by months (`unit`), each named by the first of its days.
	 */
	only: {
		dimension: Filter;
		value: string;
		human: number;
		days: { day: string; count: number }[];
		unit?: "month";
	} | null;
};

/**
 * An account's views by tag, over days of UTC. A link with two tags counts in both, so that these need not add up to
 * anything; a tag without views in these days is left out. `untagged` are those of links without any; without a tagged
 * link at all there is nothing.
 */
export type TagCounts = { from: string; to: string; tags: (Counts & { tag: string })[]; untagged: Counts };
