import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import { getDomain } from "tldts";
import { hostOf } from "#shared/platform/parse-url.ts";

/** First eight bytes of SHA-256: among a million entries, one collision per 37 million lists. */
export function keyOf(entry: string): bigint {
	return createHash("sha256").update(entry).digest().readBigUInt64BE();
}

/**
 * A list line's entry, from plain lists, hosts files (`0.0.0.0 evil.example`) and blocker rules (`||evil.example^`).
 */
export function entryOf(line: string): string | null {
	const text = line.replace(/(?:^|\s)[#!].*$/, "").trim();
	if (text === "" || /^[[@]/.test(text)) return null;
	if (/^https?:\/\//i.test(text)) return addressEntry(text);
	const host = text.replace(/^(?:0\.0\.0\.0|127\.0\.0\.1|::)\s+/, "").replace(/^\|\||\^$|^\*\./g, "");
	if (/[\s,;]/.test(host)) return null;
	if (host.includes("/")) return addressEntry(`http://${host}`);
	const ascii = domainToASCII(host.replace(/\.$/, "").toLowerCase());
	return ascii.includes(".") ? ascii : null;
}

/** The entries that match an address: itself, its host, and parent domains. */
export function entriesOf(url: URL): string[] {
	const host = hostOf(url);
	const registrable = getDomain(host, { allowPrivateDomains: true });
	const hosts = [host];
	while (registrable && hosts.at(-1) !== registrable && hosts.length < 10) {
		hosts.push((hosts.at(-1) ?? "").replace(/^[^.]*\./, ""));
	}
	const address = addressEntry(url.href);
	return address === null ? hosts : [address, ...hosts];
}

/** Without scheme and fragment; a host alone stays a host. */
function addressEntry(address: string): string | null {
	if (!URL.canParse(address)) return null;
	const url = new URL(address);
	const { port, pathname, search } = url;
	const host = hostOf(url);
	if (pathname === "/" && search === "" && port === "") return host;
	return `${host}${port && `:${port}`}${pathname}${search}`;
}
