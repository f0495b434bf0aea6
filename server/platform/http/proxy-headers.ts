import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
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

/**
 * The visitor's address, as far as the configured proxies vouch for it: with `trustProxy` hops, the entry of
 * `X-Forwarded-For` that many places from the right (as Express counts), else the socket's own.
 */
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

/** How an IPv6 socket writes an IPv4 address. */
const IPV4_DRESS = "::ffff:";

/**
 * An address as it may be stored (P23), without the part that identifies a person: /24 for IPv4 (`203.0.113.0`), /48
 * for IPv6 (`2001:db8:1::`), and an IPv4-mapped IPv6 address as IPv4. Null when it is no address.
 */
export function truncateIp(address: string): string | null {
	const plain = address.startsWith(IPV4_DRESS) ? address.slice(IPV4_DRESS.length) : address;
	// Nearly all addresses, in half the time.
	if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return `${plain.slice(0, plain.lastIndexOf("."))}.0`;
	if (!ipaddr.isValid(address)) return null;
	const parsed = ipaddr.process(address);
	if (parsed instanceof ipaddr.IPv4) return [...parsed.octets.slice(0, 3), 0].join(".");
	return new ipaddr.IPv6([...parsed.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString();
}
