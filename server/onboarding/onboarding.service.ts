import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import { users } from "#shared/auth/users.table.ts";
import { isCountryCode } from "#shared/onboarding/countries.ts";
import { asksForVat } from "#shared/onboarding/eu-vat.ts";
import { type BillingDetails, COUNTRY_REQUIRED, type OnboardingForm } from "#shared/onboarding/onboarding-form.ts";
import { userConsents } from "#shared/onboarding/user-consents.table.ts";
import { normaliseVatNumber } from "./vat-number.ts";

/** Where the request came from: half of the place evidence that EU VAT asks for (P45). */
export type PlaceEvidence = { ipAddress: string | null; ipCountry: string | null };

export type Onboarding = ReturnType<typeof createOnboarding>;

export function createOnboarding({ db, now }: { db: Db; now: () => Date }) {
	return {
		/**
		 * Stores the profile and, once, the consent. Doing it again updates the profile and keeps the first consent.
		 * @throws AppError `invalid` for an unknown country or a malformed VAT number.
		 */
		async complete(userId: string, form: OnboardingForm, place: PlaceEvidence): Promise<void> {
			const profile = { ...names(form.fullName), ...businessDetails(form), ...place, updatedAt: now() };
			await db.transaction(async (tx) => {
				const updated = await tx.update(users).set(profile).where(eq(users.id, userId)).returning({ id: users.id });
				// The account was deleted in another window.
				if (updated.length === 0) throw new AppError("unauthenticated", "Unauthorized");
				await tx
					.insert(userConsents)
					.values({ userId, termsAccepted: true, privacyAccepted: true, acceptanceDate: now() })
					.onConflictDoNothing({ target: userConsents.userId });
			});
		},
	};
}

function businessDetails(form: BillingDetails) {
	if (!isCountryCode(form.businessCountry)) throw new AppError("invalid", COUNTRY_REQUIRED);
	const details = {
		isBusiness: form.isBusiness,
		businessCountry: form.businessCountry,
		businessAddress: form.businessAddress || null,
	};
	if (!form.isBusiness) return { ...details, businessName: null, businessVat: null };
	return { ...details, businessName: form.businessName ?? null, businessVat: vatNumber(form) };
}

function vatNumber({ businessCountry, businessVat }: BillingDetails): string | null {
	if (!asksForVat(businessCountry)) return null;
	return normaliseVatNumber(businessCountry, businessVat ?? "");
}

/** "Ada King Lovelace" -> Ada, King Lovelace. */
function names(fullName: string): { firstName: string; lastName: string | null } {
	const [firstName = "", ...rest] = fullName.split(/\s+/);
	return { firstName, lastName: rest.join(" ") || null };
}
