import { createRequire } from "node:module";
import { AppError } from "#server/platform/http/app-error.ts";
import { asksForVat, INVALID_VAT } from "#shared/billing/onboarding/eu-vat.ts";

// The package is CommonJS in a form whose exports Node cannot name in an import statement.
const jsvat: typeof import("jsvat-next") = createRequire(import.meta.url)("jsvat-next");

/** ISO 3166 says GR; VIES and Stripe say EL. Every other member state has one code. */
const GREECE = { iso: "GR", vat: "EL" };

/**
 * A VAT number as VIES and Stripe write it: with the country's prefix, in capitals, without spaces, dots and hyphens
 * (`GR`, `123 456 789` -> `EL123456789`). The prefix may be left out, and Greece may write either of its two.
 * Only the format is judged: check digits have exceptions, and Stripe asks VIES whether the number exists.
 * @param country ISO 3166-1 alpha-2 code, in any case
 * @param field of the request, for the refusal
 * @throws AppError `invalid` where the number has not the country's format, or the country is not in the EU
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
	// What looks like the prefix may be the number's own beginning, so both readings are tried.
	const candidates = [`${prefix}${digits}`, `${prefix}${compact}`];
	const known = candidates.find((candidate) => jsvat.checkVAT(candidate, jsvat.countries).isValidFormat);
	if (!known) throw wrongVatNumber(field);
	return known;
}

/** The error for a VAT number that is malformed, or that Stripe refuses. */
export function wrongVatNumber(field: string, cause?: unknown): AppError {
	return new AppError("invalid_vat_number", INVALID_VAT, { field, cause });
}
