export const PEOPLE_DIMENSIONS = ["source", "country", "device", "browser", "system"] as const;

/** Also `platform` for bots, and `link` for an account's charts. */
export const DIMENSIONS = [...PEOPLE_DIMENSIONS, "platform", "link"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** A chart can be filtered by one of these values, or by a tag. */
export const FILTERS = [...DIMENSIONS, "tag"] as const;
export type Filter = (typeof FILTERS)[number];

/** Values with their counts, most frequent first, and the sum of all others. */
export type Breakdown = [values: [value: string, count: number][], other: number];
export type Breakdowns = Partial<Record<Dimension, Breakdown>>;

/** A breakdown as stored. `missed`: the most views a value may have had before it was counted (P236); absent for 0. */
export type StoredBreakdown = [values: [value: string, count: number, missed?: number][], other: number];
export type StoredBreakdowns = Partial<Record<Dimension, StoredBreakdown>> & {
	/** How many of the people are probably scanners (P538); absent for 0. */
	scanners?: number;
};

/** Views of a UTC day by quarter of an hour, 0 to 95, in order; empty quarters are absent. */
export type Quarters = [quarter: number, human: number, bot: number][];

/** Values per day that charts show (P139). */
export const VALUES_A_DAY = 200;
export const QUARTER_MS = 15 * 60_000;
