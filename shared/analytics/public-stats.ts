import type { Breakdown, Dimension } from "./breakdowns.ts";
import type { Chart, Range } from "./chart.ts";

/** Ranges of a public page. Without hours, which would reveal when the person opened it whom the link was sent to. */
export const PUBLIC_RANGES = ["7d", "30d", "90d", "12m"] as const satisfies Range[];
export type PublicRange = (typeof PUBLIC_RANGES)[number];

/** Breakdowns of a public page. */
export const PUBLIC_DIMENSIONS = ["source", "country", "device"] as const satisfies Dimension[];

/** Values with fewer opens are merged; one person may have opened it more than once. */
export const PUBLIC_FEWEST = 10;

/** Where a link's public page is, below the public origin. */
export function publicStatsPath<A extends string>(address: A): `/stats/${A}` {
	return `/stats/${address}`;
}

/** Whether a link has a public page; answer of the owner's calls. */
export type PublicPage = { url: string | null };

/** What the public page shows, by days or months of UTC. */
export type PublicStats = Pick<Chart, "from" | "to" | "unit" | "points" | "totals" | "before"> & {
	title: string;
	/** The link's own address. */
	shortUrl: string;
	/** Each sums to the people of the range; one without values is left out. */
	breakdowns: Partial<Record<(typeof PUBLIC_DIMENSIONS)[number], Breakdown>>;
};
