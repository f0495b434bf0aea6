/**
 * How long the torture of billing is: `npm run billing:torture` sets BILLING_TORTURE to 1 for all of it, or to the share
 * of it that was asked for (0.1: a tenth); the test suite leaves it unset and runs the short form.
 */
// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
const asked = process.env.BILLING_TORTURE;
const share = asked === undefined ? null : Number(asked);
if (share !== null && !(share > 0 && share <= 1)) {
	throw new Error(`BILLING_TORTURE is a share above 0 and up to 1, not ${asked}.`);
}

export const IS_LONG = share !== null;
/** For a test that waits for all of it. */
export const TORTURE_TIMEOUT_MS = IS_LONG ? 7_200_000 : 180_000;

/** How many of something: the whole number, or its share, or the short form's. */
export function howMany(long: number, short: number): number {
	return share === null ? short : Math.ceil(long * share);
}

/** At most `most` of the items, spread over all of them. */
export function spread<T>(items: T[], most: number): T[] {
	if (items.length <= most) return items;
	return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as T);
}

/** Prints a figure. */
export function say(line: string): void {
	process.stdout.write(`  ${line}\n`);
}
