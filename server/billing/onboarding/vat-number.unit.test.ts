import { describe, expect, it } from "vitest";
import { normaliseVatNumber } from "./vat-number.ts";

describe("F23: VAT numbers", () => {
	it.each([
		["GR", "094259216", "EL094259216"],
		["GR", "GR 094 259 216", "EL094259216"],
		["GR", "el094259216", "EL094259216"],
		["EL", "094259216", "EL094259216"],
		["DE", "de 811.907.980", "DE811907980"],
		["pt", "501964843", "PT501964843"],
		["ES", "B58378431", "ESB58378431"],
		["ES", "ESB-58378431", "ESB58378431"],
		["AT", "U13585627", "ATU13585627"],
		["NL", "NL004495445B01", "NL004495445B01"],
		["IE", "6433435OA", "IE6433435OA"],
		["FR", "40 303 265 045", "FR40303265045"],
		["FR", "FR 303 265 045", "FRFR303265045"],
		["FR", "FR_40/303.265-045", "FR40303265045"],
	])("%s %s is %s", (country, number, expected) => {
		expect(normaliseVatNumber(country, number)).toBe(expected);
	});

	it.each([
		["DE", "12"],
		["DE", ""],
		["DE", "FR40303265045"],
		["US", "123456789"],
		["GB", "GB999999973"],
		["ES", "ES\u00005A"],
		["XX", "1"],
	])("%s %s is refused", (country, number) => {
		expect(refusalOf(country, number)).toMatchObject({ kind: "invalid", message: "Please enter a valid VAT number" });
	});
});

function refusalOf(country: string, number: string): unknown {
	try {
		return normaliseVatNumber(country, number);
	} catch (error) {
		return error;
	}
}
