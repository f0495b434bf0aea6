import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./root.ts";

/** The one family that a browser of the tests has, by what `TEST_FONT` names; both are wider than most people's. */
const FAMILIES = { sans: "DejaVuSans", mono: "DejaVuSansMono" } as const;

/**
 * Environment of a browser whose only fonts are those that the tests bring, so that no test depends on the machine's. Where
 * there is no fontconfig (macOS, Windows), it changes nothing.
 * @param named "sans", if left out, or "mono", in which every line is longer
 */
// biome-ignore lint/style/noProcessEnv: how a second run asks for the other font
export function testFonts(named = process.env.TEST_FONT || "sans"): { FONTCONFIG_FILE: string } {
	const family = FAMILIES[named as keyof typeof FAMILIES];
	if (!family) throw new Error(`TEST_FONT is ${Object.keys(FAMILIES).join(" or ")}, not ${JSON.stringify(named)}.`);
	const folder = path.join(ROOT, "node_modules/.cache/test-fonts", named);
	mkdirSync(folder, { recursive: true });
	for (const face of ["", "-Bold", "-Oblique", "-BoldOblique"]) {
		const file = `${family}${face}.ttf`;
		const copy = path.join(folder, file);
		if (!existsSync(copy)) copyFileSync(path.join(ROOT, "node_modules/dejavu-fonts-ttf/ttf", file), copy);
	}
	const config = path.join(folder, "fonts.conf");
	writeFileSync(
		config,
		`<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`,
	);
	return { FONTCONFIG_FILE: config };
}
