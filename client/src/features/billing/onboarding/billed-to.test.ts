import { describe, expect, it } from "vitest";
import { onInvoices, toCorrect } from "./billed-to.ts";

const ADA = {
	fullName: "Ada Lovelace",
	isBusiness: false,
	businessName: null,
	businessAddress: null,
	businessCountry: "PT",
	businessVat: null,
};
const ENGINES = {
	...ADA,
	isBusiness: true,
	businessName: "Engines Lda",
	businessAddress: "Rua das Flores 1\nLisboa",
	businessVat: "PT501964843",
};
const NONE = { name: null, address: null, country: null, vatNumber: null };
const HOME = { name: "Ada Lovelace", address: "Rua do Ouro 2\n1100 Lisboa", country: "PT", vatNumber: null };

describe("what invoices say (P265)", () => {
	it.each([
		["a private person before the first payment", ADA, null, { otherName: null, address: null, vatNumber: null }],
		["the address that Checkout took", ADA, HOME, { address: HOME.address }],
		["a foreign address with its country", ADA, { ...HOME, country: "ES" }, { address: `${HOME.address}\nSpain` }],
		["the cardholder's name next to one's own", ADA, { ...HOME, name: "A. King" }, { otherName: "A. King" }],
		["a VAT number typed at Checkout", ADA, { ...HOME, vatNumber: "PT1" }, { vatNumber: "PT1" }],
		[
			"a business as it was entered, also where Stripe has it in one line",
			ENGINES,
			{ name: "Engines Lda", address: "Rua das Flores 1, Lisboa", country: "PT", vatNumber: "PT501964843" },
			{ otherName: null, address: ENGINES.businessAddress, vatNumber: "PT501964843" },
		],
		["a business while Stripe is away", ENGINES, null, { address: ENGINES.businessAddress, vatNumber: "PT501964843" }],
		["a business without anything at Stripe", ENGINES, NONE, { otherName: null, address: ENGINES.businessAddress }],
	])("%s", (_case, details, billedTo, wanted) => {
		expect(onInvoices(details, billedTo)).toMatchObject(wanted);
	});
});

it("a private person corrects the address that Checkout took, a business its own", () => {
	expect(toCorrect(ADA, HOME).businessAddress).toBe("Rua do Ouro 2, 1100 Lisboa");
	expect(toCorrect(ADA, null)).toBe(ADA);
	expect(toCorrect(ENGINES, HOME)).toBe(ENGINES);
});
