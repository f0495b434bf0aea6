import { labelAsWritten } from "../../platform/punycode.ts";

/** Scripts shown as written, if not mixed: left to right, without lookalikes of other scripts. */
const SCRIPTS: readonly RegExp[] = [
	// Latin letters of European languages, without lookalikes of others (ı, ĸ, ŉ, ſ).
	/^[a-z0-9\-ß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžșț]+$/u,
	/^[\p{scx=Cyrillic}0-9-]+$/u,
	/^[\p{scx=Greek}0-9-]+$/u,
	/^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}0-9-]+$/u,
	/^[\p{scx=Hangul}0-9-]+$/u,
	/^[\p{scx=Devanagari}0-9-]+$/u,
	/^[\p{scx=Bengali}0-9-]+$/u,
	/^[\p{scx=Tamil}0-9-]+$/u,
	/^[\p{scx=Thai}0-9-]+$/u,
	/^[\p{scx=Georgian}0-9-]+$/u,
];
/** Letters and marks only: punctuation, signs and digits of other scripts can look like a dot, a slash or a letter. */
const PLAIN = /^[\p{L}\p{M}0-9-]+$/u;
/** Facebook, Discord and others cut or drop longer site names. */
const SITE_NAME_MAX = 253;
/** Cyrillic and Greek lookalikes of Latin letters: a name of nothing else could pass for another. */
const LOOKALIKES = /^[авекмнорстухѕіјԁһӏԛԝьѵгпѡασεικνορτυχωηγ0-9-]+$/u;

/**
 * A host for display: Unicode if no letter can pass for another, else punycode (docs/decisions/0014). @param address a
 * web address
 */
export function shownHost(address: string): string {
	const { hostname, host } = new URL(address);
	if (!hostname.includes("xn--")) return host;
	const shown = hostname.split(".").map(shownLabel).join(".");
	return shown + host.slice(hostname.length);
}

/** A card's site name (P12), the target's host. @param address a web address */
export function siteName(address: string): string {
	return shownHost(address).slice(0, SITE_NAME_MAX);
}

function shownLabel(label: string): string {
	if (!label.startsWith("xn--")) return label;
	const written = labelAsWritten(label);
	const isSafe = PLAIN.test(written) && SCRIPTS.some((script) => script.test(written)) && !LOOKALIKES.test(written);
	return isSafe ? written : label;
}
