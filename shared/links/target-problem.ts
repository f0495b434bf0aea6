import { parseUrl } from "../parse-url.ts";
import { cleanLine, trimBlank } from "../plain-text.ts";
import { isWebAddress, TARGET_URL_MAX } from "./target-url.ts";

const ADDRESS = /(?:https?:\/\/|www\.)\S/giu;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * What is wrong with an address that `isWebAddress` refuses or that can't be meant, as the end of a message; "" where nothing
 * more is known, null for a good address.
 */
export function targetProblem(text: string): string | null {
	const address = cleanLine(text);
	if (/[\r\n]/.test(trimBlank(text))) return linesProblem(text);
	if (addressesIn(address) > 1) return "There are two addresses in this field.";
	if (isWebAddress(address)) return null;
	const url = parseUrl(address);
	if (url && url.href.length > TARGET_URL_MAX)
		return `This one is ${url.href.length.toLocaleString("en-US")} characters long; at most ${TARGET_URL_MAX.toLocaleString("en-US")} fit.`;
	if (url && (url.username || url.password)) return "It can't include a user name or password.";
	if (url && !/^https?:$/.test(url.protocol)) return "It must start with https:// or http://.";
	if (url) return "";
	if (/^https?:\/\/[^/?#]*\s/i.test(address)) return "There's a space in the website's name.";
	if (!SCHEME.test(address) && address !== "") return "It must start with https:// or http://.";
	return "";
}

function linesProblem(text: string): string {
	return addressesIn(text) > 1
		? "There are two addresses in this field."
		: "It's broken over two lines. Paste it as one line.";
}

/** Those after white space: an address may have another one in its path or query. */
function addressesIn(text: string): number {
	return text.split(/\s+/u).filter((part) => part.search(ADDRESS) === 0).length;
}
