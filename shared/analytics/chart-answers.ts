import { z } from "zod";
import { DIMENSIONS, type Dimension, FILTERS } from "./breakdowns.ts";

const count = z.number().int();
const day = z.iso.date();

/** People who opened links, and bots that fetched them. */
export const counts = z.object({ human: count, bot: count }).meta({ id: "Counts" });

const breakdown = z
	.tuple([z.array(z.tuple([z.string(), count])), count])
	.meta({ id: "Breakdown", description: "Values with their counts, most frequent first, and the sum of all others." });
const perDimension = Object.fromEntries(DIMENSIONS.map((name) => [name, breakdown.exactOptional()]));

/** The answer of `GET /api/analytics`, on screen and by the public API. */
export const chart = z
	.object({
		from: day.meta({ description: "First day, in the zone." }),
		to: day,
		asOf: z.iso
			.datetime()
			.exactOptional()
			.meta({ description: "Only while the numbers are more than 10 seconds old: when they were right." }),
		zone: z.string().meta({ description: "The zone that was counted by: UTC for an unknown one." }),
		unit: z.enum(["hour", "day", "month"]),
		points: z
			.array(counts.extend({ at: z.iso.datetime() }))
			.meta({ description: "One per hour, day or month, also without views, with its start." }),
		totals: counts.meta({ description: "The sum of the points." }),
		before: counts.meta({ description: "The previous period, of the same length." }),
		days: counts
			.extend({ from: day, to: day })
			.meta({ description: "The UTC days that visitors, breakdowns and `only` count by." }),
		visitors: z
			.array(z.object({ day, visitors: count }))
			.meta({ description: "Unique visitors per day: they can't be added up over days." }),
		scanners: count.meta({ description: "How many of the people of `days` are probably scanners." }),
		breakdowns: z
			.object(perDimension as Record<Dimension, z.ZodExactOptional<typeof breakdown>>)
			.meta({ description: "Each sums to the people of `days`, `platform` to its bots. `link` has ids of links." }),
		links: z
			.array(
				z.object({
					...{ id: z.number().int(), title: z.string(), linkSlug: z.string(), shortUrl: z.string() },
					...{ domain: z.string().nullable(), deleted: z.boolean() },
				}),
			)
			.meta({ description: "The links of the breakdown by link." }),
		only: z
			.object({
				dimension: z.enum(FILTERS),
				value: z.string(),
				human: count,
				days: z.array(z.object({ day, count })),
				unit: z.literal("month").exactOptional(),
			})
			.nullable()
			.meta({
				description:
					"People per day with the value of the filter; null without one. With `unit`: per month, by its first day.",
			}),
	})
	.meta({ id: "Chart" });

/** The answer of `GET /api/analytics/tags`, on screen and by the public API. */
export const tagCounts = z
	.object({
		from: day.meta({ description: "First UTC day." }),
		to: day,
		tags: z
			.array(counts.extend({ tag: z.string() }))
			.meta({ description: "A link with two tags counts for both, so that they can sum to more than all views." }),
		untagged: counts,
	})
	.meta({ id: "TagCounts" });
