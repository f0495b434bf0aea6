import isoCountries from "i18n-iso-countries/langs/en.json" with { type: "json" };

export type Country = { name: string; code: string };

const names: Record<string, string | string[]> = isoCountries.countries;

/** The 249 countries and territories of ISO 3166-1 by English name. Kosovo's XK isn't part of the standard. */
export const COUNTRIES: readonly Country[] = Object.entries(names)
	.filter(([code]) => code !== "XK")
	.map(([code]) => ({ code, name: countryName(code) }))
	.sort((a, b) => a.name.localeCompare(b.name, "en"));

const codes = new Set(COUNTRIES.map((country) => country.code));

export function isCountryCode(code: string): boolean {
	return codes.has(code);
}

/** A country's name, the same on every screen (P295); the code itself if unknown. */
export function countryName(code: string): string {
	return [Object.hasOwn(names, code) ? (names[code] ?? code) : code].flat()[0] ?? code;
}
