import { typedAddress } from "#shared/links/target-problem.ts";
import { isWebAddress } from "#shared/links/target-url.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";

export type AskedPage = {
	/** A URL, or the shared text if it contains none. */
	address: string;
	/** The page's title by the sharing app; "" if it gives none. */
	title: string;
	/** Whether a share sheet sent it, rather than only `?url=`. */
	isShared: boolean;
};

/**
 * From a bookmarklet's or shortcut's `?url=`, or a share sheet's parameters (P163); Android puts the URL into `text`.
 * @returns null if there is none
 */
export function askedPage(search: string): AskedPage | null {
	const asked = new URLSearchParams(search);
	const [url, text, title] = ["url", "text", "title"].map((name) => trimBlank(asked.get(name) ?? ""));
	const address = url || addressIn(text ?? "") || addressIn(title ?? "") || text || title;
	if (!address) return null;
	return { address, title: title && !addressIn(title) ? title : "", isShared: Boolean(text || title) };
}

/**
 * The URL of `askedPage`, with its scheme: safe to show outside the form, where a link author's words would read as
 * ours (P164).
 * @returns null if it isn't a web address
 */
export function askedAddress(search: string): string | null {
	return typedAddress(askedPage(search)?.address ?? "");
}

/** The first web address in a text, without trailing punctuation. */
function addressIn(text: string): string | null {
	for (const [found] of text.matchAll(/https?:\/\/\S+/gi)) {
		const address = withoutMarks(found);
		if (isWebAddress(address)) return address;
	}
	return null;
}

const BRACKETS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** A closing bracket belongs to a URL that opens it, as in `/wiki/Sea_(film)` or `http://[2606:4700::1]`. */
function withoutMarks(text: string): string {
	let end = text.length;
	while (/[.,;:!?'"”’»)\]}>]/u.test(text.charAt(end - 1))) {
		const last = text.charAt(end - 1);
		const opening = BRACKETS[last];
		const address = text.slice(0, end);
		if (opening && countOf(address, opening) >= countOf(address, last)) break;
		end -= 1;
	}
	return text.slice(0, end);
}

function countOf(text: string, character: string): number {
	return text.split(character).length - 1;
}
