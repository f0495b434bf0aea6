import type { IncomingHttpHeaders } from "node:http";
import { isCountryCode } from "#shared/billing/onboarding/countries.ts";

/**
 * The visitor's country as the proxy's header says it. A proxy that does not know says so with a code that is no
 * country's, such as XX.
 * @param name of the header in lower case; null where none is configured
 */
export function countryInHeader(headers: IncomingHttpHeaders, name: string | null): string | null {
	const value = name === null ? undefined : headers[name];
	const country = typeof value === "string" ? value.toUpperCase() : undefined;
	return country && isCountryCode(country) ? country : null;
}
