/**
 * How long the tests are that have a long form: TORTURE=1 asks for all of it, TORTURE=0.1 for a tenth
 * (docs/proving.md). The test suite leaves it unset and runs the short form.
 */
// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
const share = readShare(process.env.TORTURE);

export const IS_LONG = share !== null;
/** For what shows at full length alone. */
export const IS_WHOLE = share === 1;
/** For a test that waits for all of it. */
export const TORTURE_TIMEOUT_MS = IS_LONG ? 7_200_000 : 180_000;

type Form = { long: number; short: number };

/** How often a test does what it does. */
export function rounds(form: Form): number {
	return roundsOf(share, form);
}

/** The whole number, or its share rounded up, or the short form's without a share. */
export function roundsOf(part: number | null, { long, short }: Form): number {
	return part === null ? short : Math.ceil(long * part);
}

/**
 * @param asked The text of the variable.
 * @throws Error when it is no number above 0 and up to 1.
 */
export function readShare(asked: string | undefined): number | null {
	if (asked === undefined) return null;
	const part = Number(asked);
	if (part > 0 && part <= 1) return part;
	throw new Error(`TORTURE is a share above 0 and up to 1, not ${JSON.stringify(asked)}.`);
}

/** At most `most` of the items, spread over all of them. */
export function spread<T>(items: T[], most: number): T[] {
	if (items.length <= most) return items;
	return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as T);
}

/** Says a figure on the screen, where the long form is run for its figures. */
export function say(figure: string): void {
	if (IS_LONG) process.stdout.write(`  ${figure}\n`);
}
