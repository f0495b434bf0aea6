import ipaddr from "ipaddr.js";

/** Names that only mean something on the visitor's own machine or network. */
const LOCAL_SUFFIXES = ["localhost", "local", "internal", "localdomain", "home.arpa", "lan"];
/** All of IPv6 that is given out for the public internet (RFC 4291, section 2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** Public by its number alone: what answers there is the inside of Azure, on every machine of it. */
const AZURE_HOST = "168.63.129.16";

type Options = { ownOrigins: readonly string[] };

/**
 * Whether a link may lead to this address: a public host that is not our own (P53). It wants the result of
 * `new URL()`, which has already turned `0x7f.1`, full-width digits, upper case and punycode into one spelling.
 */
export function isPublicTarget(url: URL, options: Options): boolean {
	return targetHostProblem(url, options) === null;
}

/** Why a link may not lead to this address, as the sentence after a message; null where it may. */
export function targetHostProblem(url: URL, { ownOrigins }: Options): string | null {
	const host = withoutTrailingDot(url.hostname);
	if (ownOrigins.some((origin) => isWithin(host, ownDomain(origin)))) return "It leads to our own website.";
	const address = host.replace(/[[\]]/g, "");
	const isPublic = ipaddr.isValid(address) ? isPublicAddress(address) : !isLocalName(host);
	if (!isPublic) return "It leads to a private network.";
	return ipaddr.isValid(address) || host.includes(".") ? null : "The website's name has no ending, such as .com.";
}

/** Whether an IP address, of either kind and in any spelling, is one of the public internet. Anything else is not. */
export function isPublicAddress(text: string): boolean {
	if (!ipaddr.isValid(text)) return false;
	const address = ipaddr.process(text);
	if (address.range() !== "unicast" || address.toString() === AZURE_HOST) return false;
	// `::127.0.0.1` and the like count as unicast too, and mean an IPv4 address.
	return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

function isLocalName(host: string): boolean {
	return LOCAL_SUFFIXES.some((suffix) => isWithin(host, suffix));
}

/** Who runs `www.visualink.example` runs `visualink.example` too. */
function ownDomain(origin: string): string {
	return withoutTrailingDot(new URL(origin).hostname).replace(/^www\./, "");
}

function isWithin(host: string, domain: string): boolean {
	return host === domain || host.endsWith(`.${domain}`);
}

function withoutTrailingDot(host: string): string {
	return host.replace(/\.+$/, "");
}
