import { createRequire } from "node:module";
import { AppError } from "#server/platform/http/app-error.ts";
import { asksForVat, INVALID_VAT } from "#shared/billing/onboarding/eu-vat.ts";

// Node can't detect the named exports of this CommonJS package.
const jsvat: typeof import("jsvat-next") = createRequire(import.meta.url)("jsvat-next");

/** ISO 3166 uses GR, VIES and Stripe use EL. All other member states have one code. */
const GREECE = { iso: "GR", vat: "EL" };

/**
 * Formats a VAT number as VIES and Stripe expect it (`GR`, `123 456 789` -> `EL123456789`); the prefix is optional.
 * Check digits have exceptions, so only the format is validated.
 * @param country ISO 3166-1 alpha-2 code, in any case
 * @param field the request field to name in the error
 * @throws AppError `invalid` if the format isn't the country's, or the country isn't in the EU
 */
export function normaliseVatNumber(country: string, number: string, field = "businessVat"): string {
	const iso = country.toUpperCase() === GREECE.vat ? GREECE.iso : country.toUpperCase();
	if (!asksForVat(iso)) throw wrongVatNumber(field);
	const prefix = iso === GREECE.iso ? GREECE.vat : iso;
	const compact = number.toUpperCase().replace(/[\s.\-_/]/g, "");
	const digits = [prefix, iso].reduce(
		(rest, code) => (rest.startsWith(code) ? rest.slice(code.length) : rest),
		compact,
	);
	// What looks like the prefix may be part of the number, so both readings are tried.
	const candidates = [`${prefix}${digits}`, `${prefix}${compact}`];
	const known = candidates.find((candidate) => jsvat.checkVAT(candidate, jsvat.countries).isValidFormat);
	if (!known) throw wrongVatNumber(field);
	return known;
}

/** The error for a VAT number that is malformed or refused by Stripe. */
export function wrongVatNumber(field: string, cause?: unknown): AppError {
	return new AppError("invalid_vat_number", INVALID_VAT, { field, cause });
}
