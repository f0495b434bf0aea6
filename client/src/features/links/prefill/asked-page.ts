import { typedAddress } from "#shared/links/target-problem.ts";
import { isWebAddress } from "#shared/links/target-url.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";

/** What the form of a new link is to begin with. */
export type AskedPage = {
	/** An address; where none was given, what was given instead of one. */
	address: string;
	/** What the sharing app calls the page; "" where it does not say. */
	title: string;
	/** Whether a share sheet sent it, rather than `?url=` alone. */
	isShared: boolean;
};

/**
 * The page that the screen's own address names (P163): by `?url=`, as a bookmarklet or a shortcut does, or as the share
 * sheet of a phone does, with `title`, `text` and `url`, where Android leaves `url` empty and puts the address into the
 * text.
 * @returns null when it names none
 */
export function askedPage(search: string): AskedPage | null {
	const asked = new URLSearchParams(search);
	const [url, text, title] = ["url", "text", "title"].map((name) => trimBlank(asked.get(name) ?? ""));
	const address = url || addressIn(text ?? "") || addressIn(title ?? "") || text || title;
	if (!address) return null;
	return { address, title: title && !addressIn(title) ? title : "", isShared: Boolean(text || title) };
}

/**
 * The address of the page that `askedPage` names, with its scheme: what may be named outside the form, where words of
 * anyone who made the link would read as our own (P164).
 * @returns null when what is named is no web address
 */
export function askedAddress(search: string): string | null {
	return typedAddress(askedPage(search)?.address ?? "");
}

/** The first web address within a text, without the marks that a sentence puts behind it. */
function addressIn(text: string): string | null {
	for (const [found] of text.matchAll(/https?:\/\/\S+/gi)) {
		const address = withoutMarks(found);
		if (isWebAddress(address)) return address;
	}
	return null;
}

const BRACKETS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** A closing bracket belongs to an address that opens it, as in `/wiki/Sea_(film)` or `http://[2606:4700::1]`. */
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
