import ipaddr from "ipaddr.js";

/** Names with a meaning only on the visitor's machine or network. */
const LOCAL_SUFFIXES = ["localhost", "local", "internal", "localdomain", "home.arpa", "lan"];
/** All globally routed IPv6 (RFC 4291, section 2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** A public number, but Azure's internal service on each of its machines. */
const AZURE_HOST = "168.63.129.16";

type Options = { ownOrigins: readonly string[] };

/**
 * Whether a link may lead here: a public host that isn't ours (P53). `new URL()` has already normalized `0x7f.1` and
 * case.
 */
export function isPublicTarget(url: URL, options: Options): boolean {
	return targetHostProblem(url, options) === null;
}

/** Why a link may not lead here, as the sentence after a message; null if it may. */
export function targetHostProblem(url: URL, { ownOrigins }: Options): string | null {
	const host = withoutTrailingDot(url.hostname);
	if (ownOrigins.some((origin) => isWithin(host, ownDomain(origin)))) return "It leads to our own website.";
	const address = host.replace(/[[\]]/g, "");
	const isPublic = ipaddr.isValid(address) ? isPublicAddress(address) : !isLocalName(host);
	if (!isPublic) return "It leads to a private network.";
	return ipaddr.isValid(address) || host.includes(".") ? null : "The website's name has no ending, such as .com.";
}

/** Whether an IP address in any spelling is public. False for anything else. */
export function isPublicAddress(text: string): boolean {
	if (!ipaddr.isValid(text)) return false;
	const address = ipaddr.process(text);
	if (address.range() !== "unicast" || address.toString() === AZURE_HOST) return false;
	// `::127.0.0.1` and similar count as unicast, but mean an IPv4 address.
	return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

function isLocalName(host: string): boolean {
	return LOCAL_SUFFIXES.some((suffix) => isWithin(host, suffix));
}

/** The owner of `www.visualink.example` also owns `visualink.example`. */
function ownDomain(origin: string): string {
	return withoutTrailingDot(new URL(origin).hostname).replace(/^www\./, "");
}

function isWithin(host: string, domain: string): boolean {
	return host === domain || host.endsWith(`.${domain}`);
}

function withoutTrailingDot(host: string): string {
	return host.replace(/\.+$/, "");
}
