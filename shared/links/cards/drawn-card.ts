import { graphemes } from "../../platform/text-segments.ts";
import type { CardShape, LargeFrom } from "../../public/platforms/drawing.ts";
import { type CutText, cutText } from "./cut-text.ts";
import type { CardPlatform } from "./platforms.ts";

export type ShownImage = { width: number; height: number };

export type CardContent = {
	title: string;
	description: string;
	image: ShownImage | null;
	button?: string | null;
};

export type DrawnCard = {
	shape: CardShape;
	button: string | null;
	isLarge: boolean;
	hasImage: boolean;
	title: CutText | null;
	description: CutText | null;
};

/** The card as this platform draws it. */
export function drawnCard(platform: CardPlatform, { title, description, image, button }: CardContent): DrawnCard {
	const isLarge = image !== null && isLargeEnough(image, platform.largeFrom);
	const withButton = button ? platform.withButton : undefined;
	const shape = withButton ?? ((isLarge && platform.large) || platform.small);
	return {
		shape,
		button: withButton && button ? button : null,
		isLarge,
		hasImage: image !== null,
		title: shape.title && cutText(title, shape.title),
		description: shape.description && cutText(description, shape.description),
	};
}

/** What this platform cuts or drops, one sentence each, naming the platform. */
export function cardWarnings(platform: CardPlatform, content: CardContent): string[] {
	const { image } = content;
	const texts = textWarnings(platform, content);
	if (image === null || isLargeEnough(image, platform.largeFrom) || isAsMeant(image, platform)) return texts;
	return [...texts, imageWarning(platform, image)];
}

/** The same of the texts alone, for an image of unknown size. */
export function textWarnings(platform: CardPlatform, content: CardContent): string[] {
	const { title, description } = drawnCard(platform, content);
	return [title, description].flatMap((text) => (text?.isCut ? [cutWarning(platform, text.shown)] : []));
}

/** The line with the destination: the short domain, or the name of the target's site. */
export function cardLabel({ label }: CardPlatform, { host, siteName }: { host: string; siteName: string }): string {
	return `${label.before ?? ""}${label.says === "address" ? host : siteName}`;
}

type OwnCard = { title: string | null; description: string | null; imageUrl: string | null };
type WithImage = { imageUrl: string | null; image: ShownImage | null };

/** A custom card, completed by the link's own card (P201). */
export function completedCard<Card extends WithImage & { title: string; description: string }>(
	card: Card,
	own: OwnCard & { image: ShownImage | null; button: string | null },
) {
	return {
		...card,
		title: own.title ?? card.title,
		description: own.description ?? card.description,
		imageUrl: own.imageUrl ?? card.imageUrl,
		image: own.imageUrl === null ? card.image : own.image,
		button: own.button,
	};
}

/**
 * The most important loss, to follow the platform's name: 'cuts the title'; null if nothing is lost.
 * @param beyond texts that overflow their lines, which only the drawing knows
 */
export function briefWarning(
	platform: CardPlatform,
	content: CardContent,
	beyond: { title: boolean; description: boolean },
): string | null {
	const { title, description, isLarge } = drawnCard(platform, content);
	if (title && (title.isCut || beyond.title)) return "cuts the title";
	if (!isLarge && content.image !== null && !isAsMeant(content.image, platform)) return "shows a small image";
	return description && (description.isCut || beyond.description) ? "cuts the description" : null;
}

const SHOWN_AT_MOST = 60;

/** @param shown with its ellipsis; for a long text only its end is quoted */
export function cutWarning({ name }: Pick<CardPlatform, "name">, shown: string): string {
	const all = [...graphemes(shown)];
	const named = all.length <= SHOWN_AT_MOST ? shown : `…${all.slice(-SHOWN_AT_MOST).join("").trimStart()}`;
	return `${shortName({ name })} will cut this to "${named}"`;
}

function shortName({ name }: Pick<CardPlatform, "name">): string {
	return name.split(" and ")[0] ?? name;
}

/** Whether an image has exactly the shape in which this platform draws every image. */
function isAsMeant({ width, height }: ShownImage, { largeFrom, small }: CardPlatform): boolean {
	return largeFrom === null && Math.abs(width / height - small.ratio) < 0.02;
}

function imageWarning(platform: CardPlatform, { width, height }: ShownImage): string {
	const { largeFrom, small } = platform;
	const name = shortName(platform);
	if (largeFrom === null) {
		const square = small.ratio === 1 ? "a small square" : "a small image";
		return `${name} shows ${square}: the center of your image`;
	}
	if (largeFrom.maxRatio !== undefined && width / height > largeFrom.maxRatio) {
		return `${name} takes images up to ${largeFrom.maxRatio}:1; a wider one is shown small`;
	}
	if (largeFrom.minRatio !== undefined && width >= largeFrom.width) {
		return `${name} shows a small image because yours isn't landscape`;
	}
	const size = largeFrom.height > 1 ? `${largeFrom.width} x ${largeFrom.height}` : String(largeFrom.width);
	return `${name} needs at least ${size} px`;
}

/** Whether the platform draws this image large. */
export function isLargeEnough({ width, height }: ShownImage, from: LargeFrom | null): boolean {
	if (from === null || width < from.width || height < from.height) return false;
	const ratio = width / height;
	return ratio >= (from.minRatio ?? 0) && ratio <= (from.maxRatio ?? Infinity);
}
