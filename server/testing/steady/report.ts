/** One figure of a part, and the bound that it must keep; null where it is only told. */
export type Figure = { name: string; value: number | string; bound: string | null; isKept: boolean };

/** What one storm found. */
export type Report = { part: string; metrics: Figure[] };

export type Say = (line: string) => void;

/** A figure that must not be above `most`. */
export function atMost(name: string, value: number, most: number): Figure {
	return { name, value: tenths(value), bound: `at most ${most}`, isKept: value <= most };
}

/** A figure that must be exactly this. */
export function exactly(name: string, value: number | string, right: number | string): Figure {
	return { name, value, bound: `exactly ${right}`, isKept: value === right };
}

/** A figure without a bound. */
export function told(name: string, value: number | string): Figure {
	return { name, value: typeof value === "number" ? tenths(value) : value, bound: null, isKept: true };
}

function tenths(value: number): number {
	return Math.round(value * 10) / 10;
}
