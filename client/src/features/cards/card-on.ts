import { cardTargetOf } from "#shared/cards/card-targets.ts";
import type { CardPlatform } from "#shared/cards/platforms.ts";
import { pictureShapeOf } from "#shared/cards/target-picture.ts";
import { PICTURE_SIZES } from "#shared/images/image-file.ts";
import type { PreviewedCard } from "./card-previews.tsx";
import type { CardsBeingWritten } from "./use-card-drafts.ts";

/** What this platform is shown: its own card as it is being written, and the link's card for the rest (P201). */
export function cardOn(
	{ id }: CardPlatform,
	card: PreviewedCard,
	written: CardsBeingWritten | undefined,
): PreviewedCard {
	if (!written) return card;
	const target = cardTargetOf(id);
	const { title, description, imageUrl, buttonLabel, color } = written.draft(target);
	const saved = written.savedOf(target);
	const shape = imageUrl === saved?.imageUrl ? (saved?.imageShape ?? "wide") : pictureShapeOf(target);
	return {
		...card,
		title: title.trim() || card.title,
		description: description.trim() || card.description,
		imageUrl: imageUrl ?? card.imageUrl,
		button: buttonLabel.trim() || null,
		color: color.trim() || null,
		picture: imageUrl !== null ? PICTURE_SIZES[shape] : card.picture,
	};
}
