import { cardTargetOf } from "#shared/links/cards/card-targets.ts";
import { completedCard } from "#shared/links/cards/drawn-card.ts";
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
	const own = {
		title: cleanLine(title) || null,
		description: cleanText(description) || null,
		imageUrl,
		image: IMAGE_SIZES[shape],
		button: cleanLine(buttonLabel) || null,
	};
	return { ...completedCard(card, own), color: trimBlank(color) || null };
}
