import { and, eq } from "drizzle-orm";
import { namedImage } from "#server/links/images/named-image.ts";
import { imageUrlOn } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { cardTargetOf } from "#shared/links/cards/card-targets.ts";
import { completedCard } from "#shared/links/cards/drawn-card.ts";
import { type PlatformPreview, type PreviewedCard, previewOn } from "#shared/links/cards/platform-preview.ts";
import { CARD_PLATFORMS } from "#shared/links/cards/platforms.ts";
import { siteName } from "#shared/links/cards/shown-host.ts";
import { imageFileName } from "#shared/links/image-file-name.ts";
import { IMAGE_SIZES, type ImageShape } from "#shared/links/images/image-file.ts";
import { imageOwners, storedImages } from "#shared/links/images/images.table.ts";
import { cardToTest } from "./self-test/card-to-test.ts";

type Options = { db: Db; linksOrigin: string; imagesOrigin: string; imageOrigins: readonly string[] };
/** `domain`: the host of the own domain that it is on. */
type WrittenCard = {
	title: string;
	description: string;
	imageUrl: string | null;
	targetUrl: string | null;
	domain: string | null;
};

export type CardPreviews = ReturnType<typeof createCardPreviews>;

/** What each platform shows of a card, as the screens draw it (P647). Nothing is requested for it. */
export function createCardPreviews({ db, linksOrigin, imagesOrigin, imageOrigins }: Options) {
	const shortHost = new URL(linksOrigin).host;

	/** A link's card, and its custom ones where they are shown. @throws AppError "not_found" */
	async function ofLink(userId: string, linkId: number): Promise<PlatformPreview[]> {
		const { cards, domain, targetUrl, ...link } = await cardToTest(db, userId, linkId);
		const host = domain?.host ?? shortHost;
		const card = { ...link, ...image(link), target: null, button: null, host, siteName: siteNameOf(targetUrl, host) };
		return CARD_PLATFORMS.map((platform) => {
			const target = cardTargetOf(platform.id);
			const custom = cards[target];
			if (!custom) return previewOn(platform, card);
			return previewOn(platform, {
				...completedCard(card, { ...custom, ...image(custom), button: custom.buttonLabel }),
				target,
			});
		});
	}

	/** A card that isn't saved. @throws AppError "image_unknown" for an image that another user uploaded */
	async function ofCard(
		userId: string,
		{ title, description, targetUrl, ...card }: WrittenCard,
	): Promise<PlatformPreview[]> {
		const imageUrl = namedImage(card.imageUrl, imageOrigins);
		const imageShape = imageUrl && imageFileName(imageUrl) !== null ? await shapeOf(userId, imageUrl) : null;
		const host = card.domain ?? shortHost;
		const drawn: PreviewedCard = {
			...{ title, description, target: null, button: null, host, siteName: siteNameOf(targetUrl, host) },
			...image({ imageUrl, imageShape }),
		};
		return CARD_PLATFORMS.map((platform) => previewOn(platform, drawn));
	}

	async function shapeOf(userId: string, imageUrl: string): Promise<ImageShape> {
		const isTheirs = and(eq(imageOwners.imageUrl, storedImages.imageUrl), eq(imageOwners.userId, userId));
		const [found] = await db
			.select({ shape: storedImages.shape })
			.from(storedImages)
			.innerJoin(imageOwners, isTheirs)
			.where(eq(storedImages.imageUrl, imageUrl));
		if (!found) throw new AppError("image_unknown", "Invalid input", { field: "imageUrl" });
		return found.shape;
	}

	function image({ imageUrl, imageShape }: { imageUrl: string | null; imageShape: ImageShape | null }) {
		const isOurs = imageUrl !== null && imageFileName(imageUrl) !== null;
		return {
			imageUrl: imageUrlOn(imagesOrigin, imageUrl),
			// Ours are made in exactly these sizes.
			image: isOurs ? IMAGE_SIZES[imageShape ?? "wide"] : null,
		};
	}

	return { ofLink, ofCard };
}

function siteNameOf(targetUrl: string | null, host: string): string {
	return targetUrl === null ? host : siteName(targetUrl);
}
