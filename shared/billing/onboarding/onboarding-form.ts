import { z } from "zod";
import { coded } from "../../platform/error-codes.ts";
import { cleanedBy, cleanLine, cleanText } from "../../platform/plain-text.ts";
import { asksForVat } from "./eu-vat.ts";

export const ONBOARDING_LIMITS = {
	fullName: 255,
	businessName: 255,
	businessAddress: 1024,
	businessVat: 32,
} as const;

export const COUNTRY_REQUIRED = "Country is required";
const TERMS_REQUIRED = "You must accept the terms and conditions";
const PRIVACY_REQUIRED = "You must accept the privacy policy";
export const BUSINESS_REQUIRED = "Business name, address, and country are required for businesses";

const atMost = (max: number) => z.string().max(max, "Invalid input");
const cleanedLine = cleanedBy(cleanLine);

/** Reports all errors at once: zod by default runs these only when every field is valid. */
const always = () => true;

const profile = {
	fullName: z.preprocess(cleanedLine, atMost(ONBOARDING_LIMITS.fullName).min(1, "Required")),
	isBusiness: z.boolean().default(false),
	businessName: z.preprocess(cleanedLine, atMost(ONBOARDING_LIMITS.businessName).nullish()),
	businessAddress: z.preprocess(cleanedBy(cleanText), atMost(ONBOARDING_LIMITS.businessAddress).nullish()),
	businessCountry: z.string(COUNTRY_REQUIRED).length(2, COUNTRY_REQUIRED),
	businessVat: z.preprocess(cleanedLine, atMost(ONBOARDING_LIMITS.businessVat).nullish()),
};

/** Adds the fields of a business, with its VAT number in the EU (P39, P41). */
function askingBusinesses<Shape extends typeof profile>(form: z.ZodObject<Shape>) {
	const isNamed = ({ isBusiness, businessName }: Profile) => !isBusiness || Boolean(businessName);
	const hasAddress = ({ isBusiness, businessAddress }: Profile) => !isBusiness || Boolean(businessAddress);
	const hasVat = ({ isBusiness, businessCountry, businessVat }: Profile) =>
		!isBusiness || !asksForVat(businessCountry) || Boolean(businessVat);
	return form
		.refine((each) => isNamed(each as Profile), {
			path: ["businessName"],
			...coded("business_details_required", BUSINESS_REQUIRED),
			when: always,
		})
		.refine((each) => hasAddress(each as Profile), {
			path: ["businessAddress"],
			...coded("business_details_required", BUSINESS_REQUIRED),
			when: always,
		})
		.refine((each) => hasVat(each as Profile), { path: ["businessVat"], message: "Required", when: always });
}

/**
 * The onboarding form and body of `POST /api/auth/onboarding` (P40 to P43). The server also checks country and VAT
 * number.
 */
export const onboardingForm = askingBusinesses(
	z.object({
		email: z.email({ error: ({ input }) => (input ? "Invalid input" : "Required") }),
		...profile,
		termsAccepted: z.literal(true, TERMS_REQUIRED),
		privacyAccepted: z.literal(true, PRIVACY_REQUIRED),
		/** The browser's, for the weekly report (P675). */
		timeZone: z.string().max(64, "Invalid input").optional(),
	}),
);

/** The same details, corrected after onboarding: body and answer of `/api/account/billing-details`. */
export const billingDetails = askingBusinesses(z.object(profile));

export type BillingDetails = z.infer<typeof billingDetails>;
export type OnboardingForm = z.infer<typeof onboardingForm>;
type Profile = z.infer<z.ZodObject<typeof profile>>;

export const vatInfo = z.object({
	countryCode: z.string("Required").length(2, "Invalid input"),
	vatNumber: z.preprocess(
		cleanedLine,
		z.string("Required").min(1, "Required").max(ONBOARDING_LIMITS.businessVat, "Invalid input"),
	),
	companyName: z.preprocess(cleanedLine, z.string().max(ONBOARDING_LIMITS.businessName, "Invalid input").optional()),
});
export type VatInfo = z.infer<typeof vatInfo>;
