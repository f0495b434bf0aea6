import { eq } from "drizzle-orm";
import type { SignedInUser } from "#server/account/auth/auth.service.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { mailSettings } from "#shared/account/mail/mail-settings.table.ts";
import { countableZone } from "#shared/analytics/time-zone.ts";
import { isCountryCode } from "#shared/billing/onboarding/countries.ts";
import { asksForVat } from "#shared/billing/onboarding/eu-vat.ts";
import {
	type BillingDetails,
	COUNTRY_REQUIRED,
	type OnboardingForm,
} from "#shared/billing/onboarding/onboarding-form.ts";
import { userConsents } from "#shared/billing/onboarding/user-consents.table.ts";
import { normaliseVatNumber } from "./vat-number.ts";

/** One of the two pieces of location evidence that EU VAT requires (P45). */
export type PlaceEvidence = { ipAddress: string | null; ipCountry: string | null };

type Onboarder = Pick<SignedInUser, "id" | "hasConsent">;

export type Onboarding = ReturnType<typeof createOnboardingService>;

/** Saves a user's details here and at Stripe, or in neither place. */
export type SaveDetails = (
	userId: string,
	save: (tx: Tx) => Promise<User>,
	options?: { isUntilPaid: boolean },
) => Promise<User>;
type Options = { now: () => Date; saveDetails: SaveDetails };

export function createOnboardingService({ now, saveDetails }: Options) {
	return {
		/**
		 * Updates billing details. Consent and location evidence don't change.
		 * @returns the stored details
		 * @throws AppError `invalid` for an unknown country or a wrong VAT number, `upstream` if Stripe is unavailable;
		 * nothing has changed then
		 */
		async correct(userId: string, details: BillingDetails): Promise<BillingDetails> {
			const profile = { ...names(details.fullName), ...businessDetails(details), updatedAt: now() };
			const user = await saveDetails(userId, async (tx) => {
				const [saved] = await tx.update(users).set(profile).where(eq(users.id, userId)).returning();
				if (!saved) throw new AppError("unauthenticated", "Unauthorized");
				return saved;
			});
			return presentDetails(user);
		},

		/**
		 * Stores the profile and, once, the consent. Repeating it updates the profile only; after a purchase a stale form is
		 * refused (P576).
		 * @throws AppError `invalid` for an unknown country or a wrong VAT number, `conflict` after a purchase, `upstream`
		 * for a Stripe customer while Stripe is unavailable
		 */
		async complete({ id: userId, hasConsent }: Onboarder, form: OnboardingForm, place: PlaceEvidence): Promise<void> {
			const profile = { ...names(form.fullName), ...businessDetails(form), ...place, updatedAt: now() };
			const save = async (tx: Tx) => {
				const [saved] = await tx.update(users).set(profile).where(eq(users.id, userId)).returning();
				// The account was deleted in another tab.
				if (!saved) throw new AppError("unauthenticated", "Unauthorized");
				await tx
					.insert(userConsents)
					.values({ userId, termsAccepted: true, privacyAccepted: true, acceptanceDate: now() })
					.onConflictDoNothing({ target: userConsents.userId });
				if (form.timeZone) {
					const set = { timeZone: countableZone(form.timeZone) };
					const settings = tx.insert(mailSettings).values({ userId, ...set });
					await settings.onConflictDoUpdate({ target: mailSettings.userId, set });
				}
				return saved;
			};
			await saveDetails(userId, save, { isUntilPaid: hasConsent });
		},
	};
}

export function presentDetails(user: User): BillingDetails {
	return {
		fullName: [user.firstName, user.lastName].filter(Boolean).join(" "),
		isBusiness: user.isBusiness,
		businessName: user.businessName,
		businessAddress: user.businessAddress,
		businessCountry: user.businessCountry ?? "",
		businessVat: user.businessVat,
	};
}

function businessDetails(form: BillingDetails) {
	if (!isCountryCode(form.businessCountry)) {
		throw new AppError("country_required", COUNTRY_REQUIRED, { field: "businessCountry" });
	}
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

function names(fullName: string): { firstName: string; lastName: string | null } {
	const [firstName = "", ...rest] = fullName.split(/\s+/);
	return { firstName, lastName: rest.join(" ") || null };
}
