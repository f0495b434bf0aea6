import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { asksForVat } from "#shared/billing/onboarding/eu-vat.ts";
import type { BillingDetails } from "#shared/billing/onboarding/onboarding-form.ts";

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

/** Whether the form asks for a VAT number (P41): for businesses in the 27 EU countries. */
export function showsVat({
	isBusiness,
	businessCountry,
}: Pick<ProfileValues, "isBusiness" | "businessCountry">): boolean {
	return isBusiness && asksForVat(businessCountry);
}

export function visibleOnly<Values extends ProfileValues>(values: Values): Values {
	return {
		...values,
		businessName: values.isBusiness ? values.businessName : "",
		businessVat: showsVat(values) ? values.businessVat : "",
	};
}
