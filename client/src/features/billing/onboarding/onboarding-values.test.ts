import { describe, expect, it } from "vitest";
import { onboardingForm } from "#shared/billing/onboarding/onboarding-form.ts";
import { onboardingValues, profileValues, showsVat, visibleOnly } from "./onboarding-values.ts";

const ada = {
	email: "ada@example.com",
	firstName: "Ada",
	lastName: "Lovelace",
	profileImageUrl: null,
	userSlug: "ada",
	needsConsent: true,
	hasConsent: false,
};

it.each([
	[ada, "Ada Lovelace"],
	[{ ...ada, lastName: null }, "Ada"],
	[{ ...ada, firstName: null, lastName: null }, ""],
])("starts with what Google told", (user, fullName) => {
	expect(onboardingValues(user)).toEqual({
		email: "ada@example.com",
		fullName,
		isBusiness: false,
		businessName: "",
		businessAddress: "",
		businessCountry: "",
		businessVat: "",
		termsAccepted: false,
		privacyAccepted: false,
	});
});

describe("what is kept of who pays", () => {
	const business = {
		fullName: "Ada Lovelace",
		isBusiness: true,
		businessName: "Engines Ltd",
		businessAddress: "1 Mill Lane\nLondon",
		businessCountry: "PT",
		businessVat: "PT123",
	};
	const empty = { businessName: "", businessAddress: "", businessVat: "" };

	it("stands in its fields as it was given", () => {
		expect(profileValues(business)).toEqual(business);
	});

	it.each([null, undefined])("leaves the fields empty of which it has %s", (none) => {
		const kept = { businessName: none, businessAddress: none, businessVat: none };
		expect(profileValues({ ...business, isBusiness: false, ...kept })).toEqual({
			...business,
			isBusiness: false,
			...empty,
		});
	});
});

it.each([
	[true, "PT", true],
	[true, "GR", true],
	[true, "CH", false],
	[true, "GB", false],
	[true, "", false],
	[false, "PT", false],
])("business %s in '%s': VAT number asked for is %s", (isBusiness, businessCountry, expected) => {
	expect(showsVat({ isBusiness, businessCountry })).toBe(expected);
});

describe("fields that are no longer shown", () => {
	const typed = {
		...onboardingValues(ada),
		isBusiness: true,
		businessName: "Engines Ltd",
		businessCountry: "PT",
		businessVat: "PT123",
	};

	it("are kept while the business tab and an EU country are chosen", () => {
		expect(visibleOnly(typed)).toEqual(typed);
	});

	it("are left out for a private person", () => {
		expect(visibleOnly({ ...typed, isBusiness: false })).toMatchObject({ businessName: "", businessVat: "" });
	});

	it("lose the VAT number alone outside the EU", () => {
		const outside = visibleOnly({ ...typed, businessCountry: "CH" });
		expect(outside).toMatchObject({ businessName: "Engines Ltd", businessVat: "" });
	});
});

it("tells a business all its mistakes at once", () => {
	const { error } = onboardingForm.safeParse({ ...onboardingValues(ada), fullName: " ", isBusiness: true });
	expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
		["fullName", "Required"],
		["businessCountry", "Country is required"],
		["termsAccepted", "You must accept the terms and conditions"],
		["privacyAccepted", "You must accept the privacy policy"],
		["businessName", "Business name, address, and country are required for businesses"],
		["businessAddress", "Business name, address, and country are required for businesses"],
	]);
});
