import { cardTargetOf } from "#shared/links/cards/card-targets.ts";
import type { CardPlatform } from "#shared/links/cards/platforms.ts";
import { imageShapeOf } from "#shared/links/cards/target-image.ts";
import { IMAGE_SIZES } from "#shared/links/images/image-file.ts";
import { cleanLine, cleanText, trimBlank } from "#shared/platform/plain-text.ts";
import type { PreviewedCard } from "./card-previews.tsx";
import type { CardsBeingWritten } from "./use-card-drafts.ts";

/** The card on this platform: its draft, completed by the link's own card (P201). */
export function cardOn(
	{ id }: CardPlatform,
	card: PreviewedCard,
	written: CardsBeingWritten | undefined,
): PreviewedCard {
	if (!written) return card;
	const target = cardTargetOf(id);
	const { title, description, imageUrl, buttonLabel, color } = written.draft(target);
	const saved = written.savedOf(target);
	const shape = imageUrl === saved?.imageUrl ? (saved?.imageShape ?? "wide") : imageShapeOf(target);
	return {
		...card,
		title: cleanLine(title) || card.title,
		description: cleanText(description) || card.description,
		imageUrl: imageUrl ?? card.imageUrl,
		button: cleanLine(buttonLabel) || null,
		color: trimBlank(color) || null,
		image: imageUrl !== null ? IMAGE_SIZES[shape] : card.image,
	};
}
