/** The 27 member states of the EU, ISO 3166-1 alpha-2 (Greece is GR here; VIES and Stripe say EL). */
export const EU_COUNTRY_CODES: readonly string[] = [
	"AT",
	"BE",
	"BG",
	"CY",
	"CZ",
	"DE",
	"DK",
	"EE",
	"ES",
	"FI",
	"FR",
	"GR",
	"HR",
	"HU",
	"IE",
	"IT",
	"LT",
	"LU",
	"LV",
	"MT",
	"NL",
	"PL",
	"PT",
	"RO",
	"SE",
	"SI",
	"SK",
];

export const INVALID_VAT = "Please enter a valid VAT number";

/** Whether businesses in this country must give a VAT number. */
export function asksForVat(countryCode: string | null | undefined): boolean {
	return EU_COUNTRY_CODES.includes(countryCode ?? "");
}
