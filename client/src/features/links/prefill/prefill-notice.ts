import type { ReadFailure } from "#client/lib/read-failure.ts";
import type { Block } from "#shared/links/prefill.ts";
import type { PrefilledField } from "./prefill-fields.ts";

export type PrefillNotice =
	| { kind: "none" }
	| { kind: "reading" | "copying"; site: string }
	/** Another website or an app named the page, so a click must confirm. */
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
	/** Why none of the page's images is usable; null if one is set or loading. */
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
			// What keeps a page from being read may also keep the link from being saved.
			return sentence(notice.message) + (notice.wayOut ? "" : " You can fill in the form yourself.");
		case "blocked":
			return `${notice.site} ${GATES[notice.by]}. ${BY_HAND}`;
		case "filled":
			return inWords(notice);
	}
}

/** The message at a field that a URL was pasted into: only failures, else null. */
export function troubleInWords(notice: PrefillNotice): string | null {
	if (notice.kind === "filled") return notice.imageProblem && sentence(notice.imageProblem.message);
	return notice.kind === "failed" || notice.kind === "blocked" ? noticeInWords(notice) : null;
}

export function wayOutOf(notice: PrefillNotice): ReadFailure["wayOut"] {
	if (notice.kind === "filled") return notice.imageProblem?.wayOut;
	return notice.kind === "failed" ? notice.wayOut : undefined;
}

export function withImage(notice: PrefillNotice): PrefillNotice {
	if (notice.kind !== "filled") return notice;
	return { ...notice, imageProblem: null, filled: [...notice.filled.filter((field) => field !== "image"), "image"] };
}

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
