/** Dimensions of breakdowns. `source` is `attribution`, empty if unknown. */
export const PEOPLE_DIMENSIONS = ["source", "country", "device", "browser", "system"] as const;

/** Those of people, and who fetched as a bot, and which links people opened (of an account alone). */
export const DIMENSIONS = [...PEOPLE_DIMENSIONS, "platform", "link"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What a chart can be narrowed to: a value of one of these, or a tag of the account's links. */
export const FILTERS = [...DIMENSIONS, "tag"] as const;
export type Filter = (typeof FILTERS)[number];

/** Values with their counts, the most frequent first, and the rest: together they are the total. */
export type Breakdown = [values: [value: string, count: number][], other: number];
export type Breakdowns = Partial<Record<Dimension, Breakdown>>;

/**
 * A breakdown as it is stored. `missed` is how many more views a value may have had before it was counted (P236), left
 * out where there are none.
 */
export type StoredBreakdown = [values: [value: string, count: number, missed?: number][], other: number];
export type StoredBreakdowns = Partial<Record<Dimension, StoredBreakdown>> & {
	/** How many of the people are probably scanners (P538); left out where there are none. */
	scanners?: number;
};

/** Views of a day (UTC) by quarters of an hour, 0 to 95, in their order; those without any are left out. */
export type Quarters = [quarter: number, human: number, bot: number][];

/** Values of one day that charts show (P139). */
export const VALUES_A_DAY = 200;
export const QUARTER_MS = 15 * 60_000;
