import type { Breakdown, Dimension } from "./breakdowns.ts";
import type { Chart, Range } from "./chart.ts";

/** Ranges of a public page. None by the hour: that would reveal when a recipient opened the link. */
export const PUBLIC_RANGES = ["7d", "30d", "90d", "12m"] as const satisfies Range[];
export type PublicRange = (typeof PUBLIC_RANGES)[number];

export const PUBLIC_DIMENSIONS = ["source", "country", "device"] as const satisfies Dimension[];

/** Values with fewer opens are merged; one person may account for several. */
export const PUBLIC_FEWEST = 10;

/** Path of a link's public page below the public origin. */
export function publicStatsPath<A extends string>(address: A): `/stats/${A}` {
	return `/stats/${address}`;
}

export type PublicPage = { url: string | null };

/** What the public page shows, by UTC days or months. */
export type PublicStats = Pick<Chart, "from" | "to" | "unit" | "points" | "totals" | "before"> & {
	title: string;
	shortUrl: string;
	/** Each sums to the people of the range; empty ones are absent. */
	breakdowns: Partial<Record<(typeof PUBLIC_DIMENSIONS)[number], Breakdown>>;
};
