import isoCountries from "i18n-iso-countries/langs/en.json" with { type: "json" };

export type Country = { name: string; code: string };

const names: Record<string, string | string[]> = isoCountries.countries;

/** The 249 countries and territories of ISO 3166-1 by English name. Kosovo's XK is not part of the standard. */
export const COUNTRIES: readonly Country[] = Object.entries(names)
	.filter(([code]) => code !== "XK")
	.map(([code, name]) => ({
		code,
		name: typeof name === "string" ? name : (name[0] ?? code),
	}))
	.sort((a, b) => a.name.localeCompare(b.name, "en"));

const codes = new Set(COUNTRIES.map((country) => country.code));

export function isCountryCode(code: string): boolean {
	return codes.has(code);
}
