import { parseUrl } from "../platform/parse-url.ts";
import { trimBlank } from "../platform/plain-text.ts";
import { cleanAddress, isWebAddress, TARGET_URL_MAX, withScheme } from "./target-url.ts";

const ADDRESS = /^[<("'“]*(?:https?:\/\/|www\.)\S/i;
const SCHEME = /^https?:/i;
const NO_SCHEME = "It doesn't begin with https:// or http://.";
const TWO = "There are two addresses in this field.";

/** What is wrong with an address as typed, as the sentence after a message; "" if empty or unknown, null if valid. */
export function targetProblem(text: string): string | null {
	const pasted = trimBlank(text);
	const address = cleanAddress(text);
	if (isTwice(address) || pasted.split(/\s+/u).filter((part) => ADDRESS.test(part)).length > 1) return TWO;
	if (/[\n\r\v\f\u0085\u2028\u2029]/u.test(pasted)) return "It's broken over two lines. Paste it as one line.";
	if (/\p{Cc}/u.test(pasted)) return "There's a tab or another control character in it.";
	if (!isWebAddress(address)) return shapeProblem(address);
	return address.endsWith("…") ? 'It ends with "…", so a part of it is missing.' : hostProblem(address);
}

/** The full address for a typed text, with its scheme; null if it names none. */
export function typedAddress(typed: string): string | null {
	const text = withScheme(typed);
	return targetProblem(text) === null ? cleanAddress(text) : null;
}

/** A message followed by the reason, if known. */
export function withReason(message: string, problem: string | null): string {
	return problem ? `${message}. ${problem}` : message;
}

function isTwice(address: string): boolean {
	const half = address.slice(0, address.length / 2);
	return SCHEME.test(half) && address === half + half;
}

/** What no host name contains, although the URL parser accepts it. */
function hostProblem(address: string): string | null {
	const host = new URL(address).hostname;
	if (/^https?$/.test(host)) return "It begins with https:// or http:// twice.";
	if (/^\.|\.\./.test(host)) return "There's a dot too many in the website's name.";
	// The parser accepts these quotation marks as letters, and leaves the others.
	const [wrong] = /[“”„‘’«»]/u.exec(partsOf(address).host) ?? /[^a-z0-9._:[\]-]/.exec(host) ?? [];
	return wrong === undefined ? null : characterProblem(wrong);
}

function shapeProblem(address: string): string {
	const url = parseUrl(address);
	if (url === null) return unreadProblem(address);
	if (!/^https?:$/.test(url.protocol)) return NO_SCHEME;
	if (url.username || url.password) return "It can't include a user name or password.";
	return tooLong(url.href.length.toLocaleString("en-US"));
}

/** @param count its number of characters, once normalized */
export function tooLong(count: string): string {
	return `It has ${count} characters, and at most ${TARGET_URL_MAX.toLocaleString("en-US")} fit.`;
}

/** Why the URL parser can't read an address. */
function unreadProblem(address: string): string {
	if (address === "") return "";
	if (SCHEME.test(address.slice(0, 8).normalize("NFKC")) && !SCHEME.test(address))
		return "It begins with full-width characters.";
	if (!SCHEME.test(address)) return NO_SCHEME;
	const { host, port } = partsOf(address);
	if (host === "") return "The website's name is missing.";
	if (/\s/u.test(host)) return "There's a space in the website's name.";
	if (port && !(/^\d+$/.test(port) && Number(port) < 65_536)) return "What follows the colon isn't a port number.";
	const [wrong] = /[…<>^|%]/u.exec(host) ?? [];
	return wrong === undefined ? "The website's name can't be read." : characterProblem(wrong);
}

/** The host and port as written. */
function partsOf(address: string): { host: string; port: string | undefined } {
	const [, host = "", port] = /^https?:[/\\]*(\[[^\]]*\]?|[^/\\?#:]*)(?::([^/\\?#]*))?/i.exec(address) ?? [];
	return { host, port };
}

function characterProblem(character: string): string {
	return `The website's name can't include ${character === '"' ? "a quotation mark" : `"${character}"`}.`;
}
