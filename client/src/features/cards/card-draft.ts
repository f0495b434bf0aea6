import type { LinkCard } from "#shared/cards/card-override.ts";
import { CARD_TARGETS, type CardTarget } from "#shared/cards/card-targets.ts";

/** The card of one target as its fields have it. */
export type CardDraft = {
	title: string;
	description: string;
	color: string;
	/** Address of its own picture; null shows the link's. */
	imageUrl: string | null;
	/** A picture that is not sent yet. */
	file: File | null;
};

/** What is being written, by target; a target whose fields nobody touched has none. */
export type CardDrafts = Partial<Record<CardTarget, CardDraft | undefined>>;

/** The fields of a card as it is saved; without one they are empty. */
export function draftOf(card: LinkCard | undefined): CardDraft {
	const { title, description, color, imageUrl } = card ?? {};
	return {
		title: title ?? "",
		description: description ?? "",
		color: color ?? "",
		imageUrl: imageUrl ?? null,
		file: null,
	};
}

/** The form as it is sent. */
export function draftBody({ title, description, color, imageUrl, file }: CardDraft): FormData {
	const body = new FormData();
	for (const [field, value] of Object.entries({ title, description, color })) body.set(field, value.trim());
	body.set("imageUrl", imageUrl ?? "");
	if (file) body.set("image", file);
	return body;
}

/** The targets whose fields say something else than what is saved. */
export function unsavedTargets(drafts: CardDrafts, cards: readonly LinkCard[]): CardTarget[] {
	return CARD_TARGETS.filter((target) => {
		const draft = drafts[target];
		if (!draft) return false;
		const saved = draftOf(cards.find((card) => card.target === target));
		return (["title", "description", "color", "imageUrl", "file"] as const).some(
			(field) => draft[field] !== saved[field],
		);
	});
}
