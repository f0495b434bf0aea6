import { countryName } from "#shared/billing/onboarding/countries.ts";
import type { BillingDetails } from "#shared/billing/onboarding/onboarding-form.ts";
import type { SubscriptionDetails } from "#shared/billing/subscriptions/subscription.ts";

type BilledTo = SubscriptionDetails["billedTo"];

/** What invoices say of the person, where Stripe knows more than our form asked, or something else (P265). */
export type OnInvoices = {
	/** The name, where it differs from the form's; Checkout takes the cardholder's for private people. */
	otherName: string | null;
	address: string | null;
	vatNumber: string | null;
};

/** What the next invoice says, Stripe's word first; `billedTo` is null while Stripe has not been asked. */
export function onInvoices(details: BillingDetails, billedTo: BilledTo | null): OnInvoices {
	const { fullName, isBusiness, businessName, businessAddress, businessCountry, businessVat } = details;
	const name = isBusiness ? businessName : fullName;
	const isSamePlace = oneLine(billedTo?.address) === oneLine(businessAddress);
	return {
		otherName: billedTo?.name && billedTo.name !== name ? billedTo.name : null,
		address: (billedTo?.address && !isSamePlace ? abroad(billedTo, businessCountry) : businessAddress) ?? null,
		vatNumber: billedTo?.vatNumber ?? (isBusiness ? (businessVat ?? null) : null),
	};
}

/** Our form's address, or the one that Checkout took of a private person: they correct what they see. */
export function toCorrect(details: BillingDetails, billedTo: BilledTo | null): BillingDetails {
	if (details.isBusiness || !billedTo?.address) return details;
	return { ...details, businessAddress: oneLine(billedTo.address) };
}

/** With the country, where it isn't the one that the form has. */
function abroad({ address, country }: BilledTo, own: string): string | null {
	return country && country !== own ? `${address}\n${countryName(country)}` : address;
}

function oneLine(address: string | null | undefined): string {
	return (address ?? "").replace(/\s*\n\s*/g, ", ");
}
