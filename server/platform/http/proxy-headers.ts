import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { isCountryCode } from "#shared/billing/onboarding/countries.ts";

/** The country in the proxy's header. Proxies use codes that are no country, such as XX, for unknown. */
export function countryInHeader(headers: IncomingHttpHeaders, name: string | null): string | null {
	const value = name === null ? undefined : headers[name];
	const country = typeof value === "string" ? value.toUpperCase() : undefined;
	return country && isCountryCode(country) ? country : null;
}

/** The visitor's address: the `trustProxy`-th of `X-Forwarded-For` from the right, as in Express, else the socket's. */
export function clientIp(req: IncomingMessage, trustProxy: number): string | undefined {
	const own = req.socket.remoteAddress;
	if (trustProxy === 0) return own;
	const forwarded = String(req.headers["x-forwarded-for"] ?? "")
		.split(",")
		.map((address) => address.trim())
		.filter((address) => address !== "");
	const hops = [own, ...forwarded.reverse()];
	return hops[Math.min(trustProxy, hops.length - 1)];
}

/** An IPv4 address on an IPv6 socket. */
const IPV4_DRESS = "::ffff:";

/** Anonymizes an address (P23): /24 for IPv4 (`203.0.113.0`), /48 for IPv6 (`2001:db8:1::`). Null if invalid. */
export function truncateIp(address: string): string | null {
	const plain = address.startsWith(IPV4_DRESS) ? address.slice(IPV4_DRESS.length) : address;
	// A fast path for almost all addresses.
	if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return `${plain.slice(0, plain.lastIndexOf("."))}.0`;
	if (!ipaddr.isValid(address)) return null;
	const parsed = ipaddr.process(address);
	if (parsed instanceof ipaddr.IPv4) return [...parsed.octets.slice(0, 3), 0].join(".");
	return new ipaddr.IPv6([...parsed.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString();
}
