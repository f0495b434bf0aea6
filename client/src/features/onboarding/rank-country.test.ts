import { expect, it } from "vitest";
import { rankCountry } from "./rank-country.ts";

it.each([
	["Portugal", "PT", "port", 1],
	["Portugal", "PT", " PORT ", 1],
	["Portugal", "PT", "pt", 1],
	["Portugal", "PT", "gal", 0],
	["Côte d'Ivoire", "CI", "cote", 1],
	["Côte d'Ivoire", "CI", "ivo", 0.5],
	["The Republic of North Macedonia", "MK", "mace", 0.5],
	["The Republic of North Macedonia", "MK", "port", 0],
	["Albania", "AL", "", 1],
	["Albania", "AL", "xyz", 0],
])("%s (%s) fits '%s' by %s", (name, code, typed, rank) => {
	expect(rankCountry(name, typed, [code])).toBe(rank);
});
