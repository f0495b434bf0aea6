import type { z } from "zod";
import type { chart, counts, tagCounts } from "./chart-answers.ts";

/** Length of each range in days. The current day counts as a whole one, except in `yesterday`. */
export const RANGES = { "24h": 1, yesterday: 1, "7d": 7, "30d": 30, "90d": 90, "12m": 365 } as const;
export type Range = keyof typeof RANGES;

export const CHART_DAYS_MAX = 366;

/** What one bar of the series covers, in the viewer's time zone. */
export type ChartUnit = Chart["unit"];

export type Counts = z.infer<typeof counts>;
export type Chart = z.infer<typeof chart>;
export type TagCounts = z.infer<typeof tagCounts>;
