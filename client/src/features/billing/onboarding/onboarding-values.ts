import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { asksForVat } from "#shared/billing/onboarding/eu-vat.ts";
import type { BillingDetails } from "#shared/billing/onboarding/onboarding-form.ts";

/** What the fields about who pays hold while they are being filled in. */
export type ProfileValues = {
	fullName: string;
	isBusiness: boolean;
	businessName: string;
	businessAddress: string;
	businessCountry: string;
	businessVat: string;
};

export const PROFILE_FIELDS = [
	"fullName",
	"businessCountry",
	"isBusiness",
	"businessName",
	"businessAddress",
	"businessVat",
] as const satisfies (keyof ProfileValues)[];

/** What the fields of the onboarding form hold. */
export type OnboardingValues = ProfileValues & {
	email: string;
	termsAccepted: boolean;
	privacyAccepted: boolean;
};

export function onboardingValues(user: CurrentUser): OnboardingValues {
	return {
		email: user.email,
		fullName: [user.firstName, user.lastName].filter(Boolean).join(" "),
		isBusiness: false,
		businessName: "",
		businessAddress: "",
		businessCountry: "",
		businessVat: "",
		termsAccepted: false,
		privacyAccepted: false,
	};
}

/** What is kept of who pays, as fields hold it. */
export function profileValues(details: BillingDetails): ProfileValues {
	return {
		fullName: details.fullName,
		isBusiness: details.isBusiness,
		businessName: details.businessName ?? "",
		businessAddress: details.businessAddress ?? "",
		businessCountry: details.businessCountry,
		businessVat: details.businessVat ?? "",
	};
}

/** Whether the VAT number is on the form (P41): businesses in one of the 27. */
export function showsVat({
	isBusiness,
	businessCountry,
}: Pick<ProfileValues, "isBusiness" | "businessCountry">): boolean {
	return isBusiness && asksForVat(businessCountry);
}

/** Empties what was typed into fields that the chosen tab or country no longer shows. */
export function visibleOnly<Values extends ProfileValues>(values: Values): Values {
	return {
		...values,
		businessName: values.isBusiness ? values.businessName : "",
		businessVat: showsVat(values) ? values.businessVat : "",
	};
}
