import { describe, expect, it } from "vitest";
import { onboardingForm, vatInfo } from "./onboarding-form.ts";

const person = {
	email: "ada@example.com",
	fullName: "Ada Lovelace",
	businessCountry: "PT",
	termsAccepted: true,
	privacyAccepted: true,
};
const business = {
	...person,
	isBusiness: true,
	businessName: "Engines",
	businessAddress: "1 Street",
	businessVat: "PT501964843",
};
const BUSINESS_REQUIRED = "Business name, address, and country are required for businesses";
const TERMS = "You must accept the terms and conditions";
const PRIVACY = "You must accept the privacy policy";

type Answer = { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } };
/** Each mistake as `field: message`, or "ok". */
const verdict = ({ success, error }: Answer) =>
	success ? "ok" : error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");

describe("the onboarding form", () => {
	it.each<[string, Record<string, unknown>, string]>([
		["nothing wrong", {}, "ok"],
		["no address that e-mail goes to", { email: "ada" }, "email: Invalid input"],
		["no name", { fullName: "" }, "fullName: Required"],
		["a blank name", { fullName: " \t " }, "fullName: Required"],
		["a name of 255", { fullName: "x".repeat(255) }, "ok"],
		["a name of 255 between blanks", { fullName: ` ${"x".repeat(255)} ` }, "ok"],
		["a name of 256", { fullName: "x".repeat(256) }, "fullName: Invalid input"],
		["a name with nothing to see", { fullName: "\u200b\u00a0" }, "fullName: Required"],
		["no country", { businessCountry: undefined }, "businessCountry: Country is required"],
		["an empty country", { businessCountry: "" }, "businessCountry: Country is required"],
		["a long country", { businessCountry: "PRT" }, "businessCountry: Country is required"],
		["an address of several lines", { businessAddress: "1 Street\r\nPorto" }, "ok"],
		["an address of 1024", { businessAddress: `  ${"x".repeat(1024)}\n` }, "ok"],
		["an address of 1025", { businessAddress: "x".repeat(1025) }, "businessAddress: Invalid input"],
		["terms not accepted", { termsAccepted: false }, `termsAccepted: ${TERMS}`],
		["privacy not accepted", { privacyAccepted: undefined }, `privacyAccepted: ${PRIVACY}`],
		["fields of a business that are null", { businessName: null, businessAddress: null, businessVat: null }, "ok"],
	])("by a person, %s", (_, changes, expected) => {
		expect(verdict(onboardingForm.safeParse({ ...person, ...changes }))).toBe(expected);
	});

	it.each<[string, Record<string, unknown>, string]>([
		["nothing wrong", {}, "ok"],
		["no name", { businessName: undefined }, `businessName: ${BUSINESS_REQUIRED}`],
		["a blank name", { businessName: " " }, `businessName: ${BUSINESS_REQUIRED}`],
		["a name of 256", { businessName: "x".repeat(256) }, "businessName: Invalid input"],
		["no address", { businessAddress: null }, `businessAddress: ${BUSINESS_REQUIRED}`],
		["a blank address", { businessAddress: "\r\n " }, `businessAddress: ${BUSINESS_REQUIRED}`],
		["no VAT number in the EU", { businessVat: undefined }, "businessVat: Required"],
		["a blank VAT number in the EU", { businessVat: "  " }, "businessVat: Required"],
		["no VAT number elsewhere", { businessVat: undefined, businessCountry: "CH" }, "ok"],
		["a VAT number of 32", { businessVat: "1".repeat(32) }, "ok"],
		["a VAT number of 33", { businessVat: "1".repeat(33) }, "businessVat: Invalid input"],
		[
			"several mistakes, told at once",
			{ fullName: "", businessName: "", businessVat: "" },
			`fullName: Required; businessName: ${BUSINESS_REQUIRED}; businessVat: Required`,
		],
	])("by a business, %s", (_, changes, expected) => {
		expect(verdict(onboardingForm.safeParse({ ...business, ...changes }))).toBe(expected);
	});

	it("keeps what was typed without the blanks around it, newlines made plain, and takes everybody for a person", () => {
		const typed = { fullName: " Ada  Lovelace ", businessName: " Engines ", businessVat: " 1 " };
		const address = { businessAddress: "\r\n1 Street\r\nPorto " };
		expect(onboardingForm.parse({ ...person, ...typed, ...address })).toEqual({
			...person,
			fullName: "Ada  Lovelace",
			isBusiness: false,
			businessName: "Engines",
			businessAddress: "1 Street\nPorto",
			businessVat: "1",
		});
	});
});

describe("the VAT number sent with a checkout", () => {
	it.each<[Record<string, unknown>, string]>([
		[{}, "ok"],
		[{ companyName: "x".repeat(255) }, "ok"],
		[{ companyName: "x".repeat(256) }, "companyName: Invalid input"],
		[{ countryCode: undefined }, "countryCode: Required"],
		[{ countryCode: "PRT" }, "countryCode: Invalid input"],
		[{ countryCode: "P" }, "countryCode: Invalid input"],
		[{ vatNumber: undefined }, "vatNumber: Required"],
		[{ vatNumber: "" }, "vatNumber: Required"],
		[{ vatNumber: "1" }, "ok"],
		[{ vatNumber: "1".repeat(32) }, "ok"],
		[{ vatNumber: "1".repeat(33) }, "vatNumber: Invalid input"],
	])("with %j: %s", (changes, expected) => {
		expect(verdict(vatInfo.safeParse({ countryCode: "PT", vatNumber: "501964843", ...changes }))).toBe(expected);
	});
});

it("a VAT number and a company's name are cleaned as they were pasted (P54)", () => {
	const sent = { countryCode: "PT", vatNumber: "\u200bPT507957547\t", companyName: "Ada\r\nLtd\u00a0" };
	expect(vatInfo.parse(sent)).toEqual({ countryCode: "PT", vatNumber: "PT507957547", companyName: "Ada Ltd" });
	expect(vatInfo.safeParse({ ...sent, vatNumber: "\u200b" }).success).toBe(false);
});
