import { z } from "zod";
import { coded } from "../platform/error-codes.ts";
import { isPlainLine } from "../platform/plain-text.ts";
import { FILTERS } from "./breakdowns.ts";
import { RANGES, type Range } from "./chart.ts";

const VALUE_MAX = 100;

const day = z.iso
	.date({ error: "Write a day like 2026-11-22.", abort: true })
	.refine(
		(date) => date >= "2000-01-01" && date <= "2999-12-31",
		coded("out_of_range", "Choose days from 2000 to 2999."),
	);
const ranges = [...(Object.keys(RANGES) as [Range]), "days"] as const;

/** Which days a chart counts. */
export const CHART_DAYS = {
	range: z
		.enum(ranges, `Choose one of ${ranges.join(", ")}.`)
		.optional()
		.meta({ description: "`days` needs `from` and `to`, which imply it. By default, the last 7 days." }),
	from: day.optional().meta({ description: "First day, in the zone." }),
	to: day.optional().meta({ description: "Last day, at most today." }),
	zone: z
		.string()
		.default("UTC")
		.meta({ description: "A name such as `Europe/Lisbon`, or an offset such as `+03:00`. Unknown ones count as UTC." }),
};

/** The days, and a value to be counted apart. */
export const CHART_QUERY = {
	...CHART_DAYS,
	dimension: z
		.enum(FILTERS, `Choose one of ${FILTERS.join(", ")}.`)
		.optional()
		.meta({ description: "With `value`: counts the people with this value apart, as `only`." }),
	value: z.string().max(VALUE_MAX).refine(isPlainLine).optional().meta({
		description: "As breakdowns have it: `PT`, `instagram`, the id of a link; empty for a direct visit's source.",
	}),
};
const chartQuery = z.object(CHART_QUERY);
export type ChartQuery = z.infer<typeof chartQuery>;
