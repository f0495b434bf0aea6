import { expect, it } from "vitest";
import { rankCountry } from "./rank-country.ts";

it.each([
	["Portugal", "PT", "port", 0.9],
	["Portugal", "PT", " PORT ", 0.9],
	["Portugal", "PT", "pt", 1],
	["Belgium", "BE", "be", 1],
	["Belarus", "BY", "be", 0.9],
	["Portugal", "PT", "gal", 0],
	["Côte d'Ivoire", "CI", "cote", 0.9],
	["Côte d'Ivoire", "CI", "ivo", 0.5],
	["The Republic of North Macedonia", "MK", "mace", 0.5],
	["The Republic of North Macedonia", "MK", "port", 0],
	["Albania", "AL", "", 0.9],
	["Albania", "AL", "xyz", 0],
])("%s (%s) fits '%s' by %s", (name, code, typed, rank) => {
	expect(rankCountry(name, typed, [code])).toBe(rank);
});

it("takes any of several codes, or none", () => {
	expect(rankCountry("Portugal", "prt", ["PT", "PRT"])).toBe(1);
	expect(rankCountry("Portugal", "pt")).toBe(0);
});
