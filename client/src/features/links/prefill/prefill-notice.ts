import type { ReadFailure } from "#client/lib/read-failure.ts";
import type { Block } from "#shared/links/prefill.ts";
import type { PrefilledField } from "./prefill-fields.ts";

/** What becomes of a page that fills the form. */
export type PrefillNotice =
	| { kind: "none" }
	| { kind: "reading" | "copying"; site: string }
	/** Another website or an app named the page: nothing is read before a click. */
	| { kind: "asking"; page: string }
	| ({ kind: "failed" } & ReadFailure)
	| { kind: "blocked"; site: string; by: Block }
	| FilledNotice;
type FilledNotice = {
	kind: "filled";
	site: string;
	filled: Filled[];
	cut: PrefilledField[];
	kept: PrefilledField[];
	/** Why none of the page's images could be had; null where one is there or on its way. */
	imageProblem: ReadFailure | null;
};
export type Filled = PrefilledField | "image";
export const NO_NOTICE: PrefillNotice = { kind: "none" };

const NAMES: Record<Filled, string> = {
	title: "title",
	description: "description",
	image: "image",
};
const GATES: Record<Block, string> = {
	consent: "asks for consent before showing the page",
	login: "only shows this page to signed-in users",
	challenge: "blocks automated readers",
	denied: "doesn't let us read the page",
};
const BY_HAND = "Please fill in the rest yourself.";

/** What is below the address: what it is for, what is being done, or what came of it. */
export function noticeInWords(notice: PrefillNotice): string {
	switch (notice.kind) {
		case "none":
			return "We read its title, description and image, and fill in the form.";
		case "asking":
			return `Read ${notice.page}? We fill in its title, description and image.`;
		case "reading":
			return `Reading ${notice.site} …`;
		case "copying":
			return `Copying an image from ${notice.site} …`;
		case "failed":
			// What keeps a page from being read then keeps the link from being saved.
			return sentence(notice.message) + (notice.wayOut ? "" : " You can fill in the form yourself.");
		case "blocked":
			return `${notice.site} ${GATES[notice.by]}. ${BY_HAND}`;
		case "filled":
			return inWords(notice);
	}
}

/** The message at a field that an address was pasted into: only failures; null for none. */
export function troubleInWords(notice: PrefillNotice): string | null {
	if (notice.kind === "filled") return notice.imageProblem && sentence(notice.imageProblem.message);
	return notice.kind === "failed" || notice.kind === "blocked" ? noticeInWords(notice) : null;
}

/** What can be done where no page, or no image of it, can be had just now. */
export function wayOutOf(notice: PrefillNotice): ReadFailure["wayOut"] {
	if (notice.kind === "filled") return notice.imageProblem?.wayOut;
	return notice.kind === "failed" ? notice.wayOut : undefined;
}

/** The same of a page whose image has come. */
export function withImage(notice: PrefillNotice): PrefillNotice {
	if (notice.kind !== "filled") return notice;
	return { ...notice, imageProblem: null, filled: [...notice.filled.filter((field) => field !== "image"), "image"] };
}

/** The same of a page whose image can't be had. */
export function withoutImage(notice: PrefillNotice, imageProblem: ReadFailure): PrefillNotice {
	return notice.kind === "filled" ? { ...notice, imageProblem } : notice;
}

function inWords({ site, filled, cut, kept, imageProblem }: FilledNotice): string {
	return [
		filled.length === 0 && kept.length === 0 && `We found no title or description on ${site}. ${BY_HAND}`,
		filled.length > 0 && `From ${site}: ${listed(filled)}.`,
		cut.length > 0 && `Shortened to fit: ${listed(cut)}.`,
		kept.length > 0 && `Left as you wrote it: ${listed(kept)}.`,
		imageProblem && sentence(imageProblem.message),
	]
		.filter(Boolean)
		.join(" ");
}

function sentence(words: string): string {
	return words.replace(/\.?$/, ".");
}

function listed(fields: readonly Filled[]): string {
	return fields.map((field) => NAMES[field]).join(", ");
}
