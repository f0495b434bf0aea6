import type { LinkCard } from "#shared/cards/card-override.ts";
import { CARD_TARGETS, type CardTarget } from "#shared/cards/card-targets.ts";
import { cutAsText, type ImageCut } from "#shared/links/image-cut.ts";

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

/** What is being written, by target; a target whose fields nobody touched has none. */
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

/** The form as it is sent. */
export function draftBody({ imageUrl, file, cut, ...texts }: CardDraft): FormData {
	const body = new FormData();
	for (const [field, value] of Object.entries(texts)) body.set(field, value.trim());
	body.set("imageUrl", imageUrl ?? "");
	if (cut) body.set("imageCut", cutAsText(cut.section));
	if (file) body.set("image", file);
	return body;
}

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
