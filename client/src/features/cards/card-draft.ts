import type { LinkCard } from "#shared/cards/card-override.ts";
import { CARD_TARGETS, type CardTarget } from "#shared/cards/card-targets.ts";
import { cutAsText, type ImageCut } from "#shared/images/image-cut.ts";
import { trimBlank } from "#shared/plain-text.ts";

/** The card of one target as its fields have it. */
export type CardDraft = {
	title: string;
	description: string;
	color: string;
	/** What the button of Discord's card says; empty without one. */
	buttonLabel: string;
	/** Address of its own picture, or of the one that its section is of; null shows the link's. */
	imageUrl: string | null;
	/** A picture that is not sent yet. */
	file: File | null;
	/** The section that was chosen of either, and what it looks like; null leaves that to the server, or as it was. */
	cut: { section: ImageCut; preview: Blob } | null;
};

/** Drafts by target; a target without changes has none. */
export type CardDrafts = Partial<Record<CardTarget, CardDraft | undefined>>;

/** The fields of a card as it is saved; without one they are empty. */
export function draftOf(card: LinkCard | undefined): CardDraft {
	const { title, description, color, buttonLabel, imageUrl } = card ?? {};
	return {
		title: title ?? "",
		description: description ?? "",
		color: color ?? "",
		buttonLabel: buttonLabel ?? "",
		imageUrl: imageUrl ?? null,
		file: null,
		cut: null,
	};
}

/** Gives a target the link's own card again. */
export const NO_CARD = "null";

/** A card as it is sent with its link: JSON, or `NO_CARD`. */
export function draftText({ imageUrl, file, cut, ...texts }: CardDraft): string {
	const sent = Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, trimBlank(value)]));
	const isEmpty = Object.values(sent).every((text) => text === "") && imageUrl === null && file === null;
	if (isEmpty) return NO_CARD;
	return JSON.stringify({ ...sent, imageUrl: imageUrl ?? "", ...(cut && { imageCut: cutAsText(cut.section) }) });
}

/** What the draft calls a part of the request; null for what it doesn't have. */
export function cardPartNamed(part: string): keyof CardDraft | null {
	return PARTS.get(part) ?? null;
}

const PARTS = new Map<string, keyof CardDraft>([
	["title", "title"],
	["description", "description"],
	["color", "color"],
	["buttonLabel", "buttonLabel"],
	["imageUrl", "imageUrl"],
	["image", "file"],
	["imageCut", "cut"],
]);

/** The targets whose fields say something else than what is saved. */
export function unsavedTargets(drafts: CardDrafts, cards: readonly LinkCard[]): CardTarget[] {
	return CARD_TARGETS.filter((target) => {
		const draft = drafts[target];
		if (!draft) return false;
		const saved = draftOf(cards.find((card) => card.target === target));
		return (["title", "description", "color", "buttonLabel", "imageUrl", "file", "cut"] as const).some(
			(field) => draft[field] !== saved[field],
		);
	});
}
