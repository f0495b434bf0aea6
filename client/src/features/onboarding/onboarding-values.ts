import type { CurrentUser } from "#shared/auth/current-user.ts";
import { asksForVat } from "#shared/onboarding/eu-vat.ts";

/** What the fields of the onboarding form hold while it is being filled in. */
export type OnboardingValues = {
	email: string;
	fullName: string;
	isBusiness: boolean;
	businessName: string;
	businessAddress: string;
	businessCountry: string;
	businessVat: string;
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

/** Whether the VAT number is on the form (P41): businesses in one of the 27. */
export function showsVat({
	isBusiness,
	businessCountry,
}: Pick<OnboardingValues, "isBusiness" | "businessCountry">): boolean {
	return isBusiness && asksForVat(businessCountry);
}

/** Empties what was typed into fields that the chosen tab or country no longer shows. */
export function visibleOnly(values: OnboardingValues): OnboardingValues {
	return {
		...values,
		businessName: values.isBusiness ? values.businessName : "",
		businessVat: showsVat(values) ? values.businessVat : "",
	};
}
