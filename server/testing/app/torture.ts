/** `npm run torture` runs the long form of the tests that have one; the test suite runs the short one. */
// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
export const IS_LONG = process.env.TORTURE === "long";

/** How often a test does what it does. */
export function rounds({ long, short }: { long: number; short: number }): number {
	return IS_LONG ? long : short;
}

/** Says a figure on the screen, where the long form is run for its figures. */
export function say(figure: string): void {
	if (IS_LONG) process.stdout.write(`  ${figure}\n`);
}
