import { z } from "zod";
import { IMAGE_SIZE } from "../images/image-file.ts";
import { CARD_TARGETS, type CardTarget } from "./card-targets.ts";
import { cardLabel, cardWarnings, drawnCard, isLargeEnough, type ShownImage, textWarnings } from "./drawn-card.ts";
import type { CardPlatform } from "./platforms.ts";

const shownText = z.object({
	text: z.string().describe("With an ellipsis where it is cut."),
	isCut: z.boolean(),
	maxLines: z.number().int().describe("It also ends after so many lines; where they break depends on the app's font."),
});

/** A card as one platform shows it. */
export const platformPreview = z
	.object({
		key: z.string(),
		name: z.string(),
		card: z.enum(CARD_TARGETS).nullable().describe("The custom card that it gets; null for the link's own card."),
		title: shownText.nullable().describe("Null where the platform shows none."),
		description: shownText.nullable().describe("Null where the platform shows none."),
		label: z.string().describe("The line with the destination."),
		image: z
			.object({
				url: z.string(),
				width: z.number().int().nullable().describe("In pixels; null for another website's image, which isn't loaded."),
				height: z.number().int().nullable().describe("In pixels; null as `width`."),
				isLarge: z.boolean().nullable().describe("Null where it depends on a size that isn't known."),
				position: z.enum(["above", "below", "left", "right", "behind"]).describe("Where it is, next to the texts."),
				ratio: z.number().describe("Width by height of the part that is shown."),
			})
			.nullable(),
		button: z.string().nullable().describe("The label of Discord's button."),
		warnings: z.array(z.string()).describe("What is cut or dropped, a sentence each."),
	})
	.meta({ id: "PlatformPreview" });
export type PlatformPreview = z.infer<typeof platformPreview>;

export type PreviewedCard = {
	target: CardTarget | null;
	title: string;
	description: string;
	imageUrl: string | null;
	/** Null if unknown. */
	image: ShownImage | null;
	button: string | null;
	host: string;
	siteName: string;
};

/** What a screen draws of a card on this platform, for programs. An image of unknown size is drawn as one of ours. */
export function previewOn(platform: CardPlatform, card: PreviewedCard): PlatformPreview {
	const { target, title, description, imageUrl, image, button } = card;
	const content = { title, description, button, image: imageUrl === null ? null : (image ?? IMAGE_SIZE) };
	const drawn = drawnCard(platform, content);
	const { shape } = drawn;
	const isGuess = imageUrl !== null && image === null;
	return {
		...{ key: platform.id, name: platform.name, card: target },
		title: drawn.title && shape.title && shown(drawn.title, shape.title),
		description: drawn.description && shape.description && shown(drawn.description, shape.description),
		label: cardLabel(platform, card),
		image:
			imageUrl === null
				? null
				: {
						...{ url: imageUrl, width: image?.width ?? null, height: image?.height ?? null },
						isLarge: isGuess && dependsOnSize(platform) ? null : drawn.isLarge,
						...{ position: shape.image, ratio: shape.ratio },
					},
		button: drawn.button,
		warnings: isGuess ? textWarnings(platform, content) : cardWarnings(platform, content),
	};
}

function shown({ shown: text, isCut }: { shown: string; isCut: boolean }, { lines }: { lines: number }) {
	return { text, isCut, maxLines: lines };
}

/** Whether some images are drawn large, and others small. */
function dependsOnSize({ largeFrom }: CardPlatform): boolean {
	if (largeFrom === null) return false;
	const { minRatio, maxRatio } = largeFrom;
	return minRatio !== undefined || maxRatio !== undefined || !isLargeEnough({ width: 1, height: 1 }, largeFrom);
}
