import { describe, expect, it } from "vitest";
import { COUNTRIES, countryName, isCountryCode } from "./countries.ts";
import { asksForVat, EU_COUNTRY_CODES } from "./eu-vat.ts";

describe("the countries", () => {
	it("are the 249 of ISO 3166-1, each with a name and a code of its own", () => {
		expect(COUNTRIES).toHaveLength(249);
		expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(249);
		expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(249);
		for (const { code } of COUNTRIES) expect(code).toMatch(/^[A-Z]{2}$/);
	});

	it("stand in the order of an English alphabet, accents among their letters", () => {
		const names = COUNTRIES.map(({ name }) => name);
		expect(names.slice(0, 3)).toEqual(["Afghanistan", "Åland Islands", "Albania"]);
		expect(names.at(-1)).toBe("Zimbabwe");
		expect(names).toEqual([...names].sort(new Intl.Collator("en").compare));
	});

	it.each([
		["PT", "Portugal"],
		["US", "United States of America"],
		["TR", "Türkiye"],
		["CI", "Cote d'Ivoire"],
	])("%s goes by one name: %s", (code, name) => {
		expect(COUNTRIES.find((country) => country.code === code)?.name).toBe(name);
	});

	it.each([
		["PT", true],
		["AX", true],
		["XK", false],
		["EU", false],
		["pt", false],
		["", false],
	])("%j is on the list: %s", (code, expected) => {
		expect(isCountryCode(code)).toBe(expected);
	});
});

it("names each country, and Kosovo; other codes are their own names (P295)", () => {
	expect(["PT", "CZ", "XK", "T1", "toString"].map(countryName)).toEqual([
		"Portugal",
		"Czech Republic",
		"Kosovo",
		"T1",
		"toString",
	]);
	for (const { code, name } of COUNTRIES) expect(countryName(code)).toBe(name);
});

describe("the VAT number", () => {
	it("is asked for in the 27, all of them on the list of countries", () => {
		expect(EU_COUNTRY_CODES.join(" ")).toBe(
			"AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK",
		);
		expect(EU_COUNTRY_CODES.filter((code) => !isCountryCode(code))).toEqual([]);
	});

	it.each(["GB", "CH", "NO", "EL", "", null, undefined])("is not asked for in %s", (code) => {
		expect(asksForVat(code)).toBe(false);
	});
});
