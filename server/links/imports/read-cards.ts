import { pageLine } from "#server/links/prefill/page-line.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { LINK_LIMITS } from "#shared/links/field-schemas.ts";
import { IMAGE_WRONG_TYPE } from "#shared/links/images/image-file.ts";
import type { ImportedLink } from "#shared/links/imports/imports.table.ts";
import type { CopiedImage, Prefill } from "#shared/links/prefill.ts";
import { TITLE_MADE } from "./judge-row.ts";

type Asked = { url: URL; userId: string; signal: AbortSignal };
export type PageReader = { read(asked: Asked): Promise<Prefill>; copyImage(asked: Asked): Promise<CopiedImage> };
export type Card = { content: ImportedLink; note: string | null };

export const PAGE_UNREAD = "The page could not be read";
export const IMAGE_LEFT_OUT = "The page's image could not be loaded";

/** The URL to fetch next for a row: its page's, then that of the page's image. */
export function addressToAsk({ picture, targetUrl }: ImportedLink): URL {
	return new URL(picture ?? targetUrl);
}

/**
 * Fetches that URL for the texts and image that a file lacks.
 * @returns the updated row: with `image` if another fetch follows, without `lacks` if none does; an unusable page or
 * image only adds a note
 * @throws temporary errors, AppError "too_many" or "unavailable" above all: to be retried later
 */
export async function readCard(prefill: PageReader, card: Card, asked: Omit<Asked, "url">): Promise<Card> {
	const { picture, ...content } = card.content;
	const address = { ...asked, url: addressToAsk(card.content) };
	if (picture !== undefined) {
		const copy = await orRefusal(prefill.copyImage(address));
		if (copy instanceof AppError) return withoutMore(card, imageLeftOut(copy));
		return { ...card, content: { ...content, ...copy, lacks: [] } };
	}
	const page = await orRefusal(prefill.read(address));
	return page instanceof AppError || page.blocked ? withoutMore(card, PAGE_UNREAD) : filled(card, page);
}

/** Names the unusable image's format; the advice in the message is for people who upload a file. */
function imageLeftOut({ code, message }: AppError): string {
	const isNamed = code === "image_wrong_type" && message !== IMAGE_WRONG_TYPE;
	return isNamed ? `${IMAGE_LEFT_OUT}: ${message.split(". ")[0]}` : IMAGE_LEFT_OUT;
}

/** The row as far as it is complete; its note says why. */
export function withoutMore({ content: { picture: _, ...content }, note }: Card, why: string): Card {
	return { content: { ...content, lacks: [] }, note: [note, why].filter(Boolean).join(". ") };
}

function filled({ content, note }: Card, page: Prefill): Card {
	const lacks = new Set(content.lacks);
	const title = lacks.has("title") && pageLine(page.title, LINK_LIMITS.title);
	const description = lacks.has("description") && pageLine(page.description, LINK_LIMITS.description);
	const [picture] = lacks.has("imageUrl") ? page.pictures : [];
	const notes = (note ?? "").split(". ").filter((one) => one !== "" && !(title && one === TITLE_MADE));
	return {
		note: notes.join(". ") || null,
		content: {
			...content,
			...(title && { title }),
			...(description && { description }),
			...(picture ? { picture: new URL(picture).href, lacks: ["imageUrl"] } : { lacks: [] }),
		},
	};
}

/** Longer than a row's retries: the owner's image quota of the day is used up (P245), and the host isn't the cause. */
const TOO_LONG_S = 600;

async function orRefusal<T>(work: Promise<T>): Promise<T | AppError> {
	try {
		return await work;
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		const mayPass = error.kind === "too_many" || error.kind === "unavailable";
		if (mayPass && (error.retryAfterSeconds ?? 0) < TOO_LONG_S) throw error;
		return error;
	}
}
