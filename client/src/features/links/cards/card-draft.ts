import type { LinkCard } from "#shared/links/cards/card-override.ts";
import { CARD_TARGETS, type CardTarget } from "#shared/links/cards/card-targets.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";

export type CardDraft = {
	title: string;
	description: string;
	color: string;
	buttonLabel: string;
	/** The URL of its own image; null uses the link's. */
	imageUrl: string | null;
};

export type CardDrafts = Partial<Record<CardTarget, CardDraft | undefined>>;

export function draftOf(card: LinkCard | undefined): CardDraft {
	const { title, description, color, buttonLabel, imageUrl } = card ?? {};
	return {
		title: title ?? "",
		description: description ?? "",
		color: color ?? "",
		buttonLabel: buttonLabel ?? "",
		imageUrl: imageUrl ?? null,
	};
}

export const NO_CARD = "null";

export function draftText({ imageUrl, ...texts }: CardDraft): string {
	const sent = Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, trimBlank(value)]));
	const isEmpty = Object.values(sent).every((text) => text === "") && imageUrl === null;
	if (isEmpty) return NO_CARD;
	return JSON.stringify({ ...sent, imageUrl: imageUrl ?? "" });
}

/** Maps a part of the request to the draft's field, or null. */
export function cardPartNamed(part: string): keyof CardDraft | null {
	return PARTS.get(part) ?? null;
}

const PARTS = new Map<string, keyof CardDraft>([
	["title", "title"],
	["description", "description"],
	["color", "color"],
	["buttonLabel", "buttonLabel"],
	["imageUrl", "imageUrl"],
]);

export function unsavedTargets(drafts: CardDrafts, cards: readonly LinkCard[]): CardTarget[] {
	return CARD_TARGETS.filter((target) => {
		const draft = drafts[target];
		if (!draft) return false;
		const saved = draftOf(cards.find((card) => card.target === target));
		return (["title", "description", "color", "buttonLabel", "imageUrl"] as const).some(
			(field) => draft[field] !== saved[field],
		);
	});
}
