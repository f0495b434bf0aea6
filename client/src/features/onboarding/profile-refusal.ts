import { ApiError } from "#client/lib/api-client.ts";
import { INVALID_VAT } from "#shared/onboarding/eu-vat.ts";
import { BUSINESS_REQUIRED, COUNTRY_REQUIRED } from "#shared/onboarding/onboarding-form.ts";
import type { ProfileValues } from "./onboarding-values.ts";

/** Where on the form what the server refused belongs, and its words. */
type Refusal = { place: keyof ProfileValues | "form"; message: string };

const PLACES: Record<string, keyof ProfileValues> = {
	[INVALID_VAT]: "businessVat",
	[COUNTRY_REQUIRED]: "businessCountry",
};

/** @returns null where the server gave no reason that the person could act on. */
export function profileRefusal(error: unknown, values: Pick<ProfileValues, "businessName">): Refusal | null {
	if (!(error instanceof ApiError) || error.kind === null || error.status >= 500) return null;
	const message = error.serverMessage;
	if (message === BUSINESS_REQUIRED) {
		return { place: values.businessName.trim() ? "businessAddress" : "businessName", message };
	}
	return { place: PLACES[message] ?? "form", message };
}
