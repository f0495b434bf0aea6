import { newId } from "./store.ts";
import type { TaxId } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import type { World } from "./world.ts";

type Verdict = NonNullable<TaxId["verification"]>["status"];

/** How the tax office answers about a number that ends so; any other is verified. */
const VERDICTS: Record<string, Verdict> = {
	"111111111": "unverified",
	"222222222": "pending",
	"333333333": "unavailable",
};

/** A tax id as Stripe first keeps it: normalised, its form checked, not yet verified. */
export function newTaxId(world: World, given: { customer: string; type: TaxId["type"]; value: string }): TaxId {
	const value = given.value.replace(/[\s.-]/g, "").toUpperCase();
	// Stripe checks the country's form only: two letters (EL for Greece, XI for Northern Ireland), then 2 to 12 characters.
	if (given.type === "eu_vat" && !/^(?!GR)[A-Z]{2}[0-9A-Z+*]{2,12}$/.test(value)) {
		throw new StripeError("Invalid value for eu_vat.", { code: "tax_id_invalid", param: "value" });
	}
	return {
		id: newId("txi"),
		object: "tax_id",
		country: given.type === "eu_vat" ? value.slice(0, 2).replace("EL", "GR") : null,
		created: world.now(given.customer),
		customer: given.customer,
		customer_account: null,
		livemode: false,
		owner: { customer: given.customer, customer_account: null, type: "customer" },
		type: given.type,
		value,
		verification: { status: "pending", verified_address: null, verified_name: null },
	};
}

/** The tax office's answer, which Stripe tells in a later event. */
export function verifyTaxId(world: World, taxId: TaxId): void {
	const status = VERDICTS[taxId.value.slice(-9)] ?? "verified";
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
