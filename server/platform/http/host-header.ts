import type { IncomingMessage } from "node:http";

/** A name, an IPv4 address, or an IPv6 address in brackets; optionally a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a request has exactly one host (P474): Node uses the first of several, a proxy may use the last. */
export function namesOneHost({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): boolean {
	if (host === undefined) return httpVersion === "1.0";
	let isNamed = false;
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = rawHeaders[at] ?? "";
		if (name.length !== 4 || name.toLowerCase() !== "host") continue;
		if (isNamed) return false;
		isNamed = true;
	}
	return HOST.test(host);
}
