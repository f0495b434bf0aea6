import type { LinkCard } from "#shared/links/cards/card-override.ts";
import { CARD_TARGETS, type CardTarget } from "#shared/links/cards/card-targets.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";

/** The card of one target as its fields have it. */
export type CardDraft = {
	title: string;
	description: string;
	color: string;
	/** What the button of Discord's card says; empty without one. */
	buttonLabel: string;
	/** Address of its own image; null shows the link's. */
	imageUrl: string | null;
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
	};
}

/** Gives a target the link's own card again. */
export const NO_CARD = "null";

/** A card as it is sent with its link: JSON, or `NO_CARD`. */
export function draftText({ imageUrl, ...texts }: CardDraft): string {
	const sent = Object.fromEntries(Object.entries(texts).map(([field, value]) => [field, trimBlank(value)]));
	const isEmpty = Object.values(sent).every((text) => text === "") && imageUrl === null;
	if (isEmpty) return NO_CARD;
	return JSON.stringify({ ...sent, imageUrl: imageUrl ?? "" });
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
]);

/** The targets whose fields say something else than what is saved. */
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
