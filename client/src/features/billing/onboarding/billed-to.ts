import { countryName } from "#shared/billing/onboarding/countries.ts";
import type { BillingDetails } from "#shared/billing/onboarding/onboarding-form.ts";
import type { SubscriptionDetails } from "#shared/billing/subscriptions/subscription.ts";

type BilledTo = SubscriptionDetails["billedTo"];

/** Invoice details where Stripe's data exceeds or differs from our form's (P265). */
export type OnInvoices = {
	/** The name if it differs from the form's; Checkout uses the cardholder's for private people. */
	otherName: string | null;
	address: string | null;
	vatNumber: string | null;
};

/** The next invoice's details, Stripe's first; `billedTo` is null before Stripe was asked. */
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

/** The form's address, or the one that Checkout collected from a private person: users edit what they see. */
export function toCorrect(details: BillingDetails, billedTo: BilledTo | null): BillingDetails {
	if (details.isBusiness || !billedTo?.address) return details;
	return { ...details, businessAddress: oneLine(billedTo.address) };
}

/** With the country, if it differs from the form's. */
function abroad({ address, country }: BilledTo, own: string): string | null {
	return country && country !== own ? `${address}\n${countryName(country)}` : address;
}

function oneLine(address: string | null | undefined): string {
	return (address ?? "").replace(/\s*\n\s*/g, ", ");
}
