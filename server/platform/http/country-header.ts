import type { IncomingHttpHeaders } from "node:http";
import { isCountryCode } from "#shared/billing/onboarding/countries.ts";

/** The country in the proxy's header. Proxies use codes that are no country, such as XX, for unknown. */
export function countryInHeader(headers: IncomingHttpHeaders, name: string | null): string | null {
	const value = name === null ? undefined : headers[name];
	const country = typeof value === "string" ? value.toUpperCase() : undefined;
	return country && isCountryCode(country) ? country : null;
}
