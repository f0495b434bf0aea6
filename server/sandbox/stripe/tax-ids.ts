import { newId } from "./store.ts";
import type { TaxId } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import type { World } from "./world.ts";

type Verdict = NonNullable<TaxId["verification"]>["status"];

/** How the tax office answers about a number that ends so; any other is verified. */
const VERDICTS = new Map<string, Verdict>([
	["111111111", "unverified"],
	["222222222", "pending"],
	["333333333", "unavailable"],
]);

/** Greece is EL here, Northern Ireland XI. Source: ec.europa.eu/taxation_customs/vies (structure of VAT numbers). */
const EU_VAT = new RegExp(
	`^(${[
		"ATU\\d{8}",
		"BE[01]\\d{9}",
		"BG\\d{9,10}",
		"CY\\d{8}[A-Z]",
		"CZ\\d{8,10}",
		"(DE|EE|EL|PT)\\d{9}",
		"(DK|FI|HU|LU|MT|SI)\\d{8}",
		"ES[0-9A-Z]\\d{7}[0-9A-Z]",
		"FR[0-9A-Z]{2}\\d{9}",
		"(HR|IT|LV)\\d{11}",
		"IE\\d[0-9A-Z+*]\\d{5}[A-Z]{1,2}",
		"LT(\\d{9}|\\d{12})",
		"NL\\d{9}B\\d{2}",
		"(PL|SK)\\d{10}",
		"RO\\d{2,10}",
		"SE\\d{10}01",
		"XI(\\d{9}|\\d{12}|(GD|HA)\\d{3})",
	].join("|")})$`,
);

/** An EU VAT number as Stripe first keeps it: normalised, its form checked, not yet verified. */
export function newTaxId(world: World, given: { customer: string; value: string }): TaxId {
	const value = given.value.replace(/[\s.-]/g, "").toUpperCase();
	// Stripe checks the form that the country gives its numbers, not the number itself.
	if (!EU_VAT.test(value)) {
		throw new StripeError("Invalid value for eu_vat.", { code: "tax_id_invalid", param: "value" });
	}
	return {
		id: newId("txi"),
		object: "tax_id",
		country: value.slice(0, 2).replace("EL", "GR"),
		created: world.now(given.customer),
		customer: given.customer,
		customer_account: null,
		livemode: false,
		owner: { customer: given.customer, customer_account: null, type: "customer" },
		type: "eu_vat",
		value,
		verification: { status: "pending", verified_address: null, verified_name: null },
	};
}

/** The tax office's answer, which Stripe sends in a later event. */
export function verifyTaxId(world: World, taxId: TaxId): void {
	const status = VERDICTS.get(taxId.value.slice(-9)) ?? "verified";
	if (status === "pending") return;
	const isVerified = status === "verified";
	const previous = world.store.taxIds.patch(taxId, {
		verification: {
			status,
			verified_address: isVerified ? "Rua das Flores 1, Lisboa" : null,
			verified_name: isVerified ? "Sandbox Lda" : null,
		},
	});
	world.emit("customer.tax_id.updated", taxId, previous);
}
