import type { Originals } from "#server/links/images/originals.service.ts";
import { readHeader } from "#server/links/images/safe-image.ts";
import type { Moderation } from "#server/moderation/guard/moderation.service.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { Outbound, OutboundAnswer } from "#server/platform/outbound/outbound.ts";
import { IMAGE_UNREADABLE } from "#shared/links/images/image-file.ts";
import type { CopiedImage, Prefill } from "#shared/links/prefill.ts";
import { oembedAddress, readOembed } from "./oembed.ts";
import type { PageReader } from "./page-reader.ts";

export type Prefills = ReturnType<typeof createPrefill>;

type Options = {
	outbound: Outbound;
	originals: Pick<Originals, "keep">;
	pages: Pick<PageReader, "read">;
	/** The timeout of an oEmbed provider, which is asked before the page itself. */
	providerMs: number;
	/** Called with what a page asks its visitors for (P550). */
	moderation?: Pick<Moderation, "notePage">;
};
type Asked = { url: URL; userId: string; signal: AbortSignal };

const PAGE = { accept: "text/html,application/xhtml+xml;q=0.9,image/*;q=0.5,*/*;q=0.1", maxBytes: 512 * 1_024 };
const DATA = { accept: "application/json", maxBytes: 64 * 1_024 };
const IMAGE = { accept: "image/jpeg,image/png,image/webp", maxBytes: 10 * 1_024 * 1_024 };
/** Smaller images are icons, and WhatsApp shows none of them. */
const LEAST = { width: 300, height: 157 };

/** Creates the prefill from other people's pages, with copies of their images (P150, P151). */
export function createPrefill({ outbound, originals, pages, providerMs, moderation }: Options) {
	/** @throws AppError "address_refused", "unreachable" and "too_many", as `Outbound.get` does */
	async function read(asked: Asked): Promise<Prefill> {
		const card = await askProvider(asked);
		if (card) return card;
		const answer = await outbound.get({ ...asked, ...PAGE });
		const { asks, ...page } = await pages.read({ ...answer, asked: asked.url }, asked);
		if (asks) {
			const seen = { url: asked.url, finalUrl: answer.url, title: asks.title, asks: asks.for };
			await moderation?.notePage(asked.userId, seen);
		}
		if (page.blocked === undefined) requireFound(answer);
		return page;
	}

	/** If the provider doesn't know the page, the page itself is read. */
	async function askProvider({ url, ...asked }: Asked): Promise<Prefill | null> {
		const address = oembedAddress(url);
		if (address === null) return null;
		const patience = AbortSignal.timeout(providerMs);
		const signal = AbortSignal.any([asked.signal, patience]);
		try {
			const { status, bytes } = await outbound.get({ ...asked, ...DATA, url: address, signal });
			return status === 200 ? readOembed(bytes.toString(), url) : null;
		} catch (error) {
			asked.signal.throwIfAborted();
			if (error === patience.reason) return null;
			if (error instanceof AppError && error.kind === "unreachable") return null;
			throw error;
		}
	}

	/**
	 * Copies an image to our storage, where it waits for its link like an upload.
	 * @throws AppError as `read`, and as an upload of the same bytes; "too_large" above 10 MB
	 */
	async function copyImage(asked: Asked): Promise<CopiedImage> {
		const answer = await outbound.get({ ...asked, ...IMAGE });
		requireFound(answer);
		if (answer.isCut) throw new AppError("image_too_large", "This image is larger than 10 MB");
		const header = readHeader(answer.bytes);
		if (header === null) throw new AppError("image_unreadable", IMAGE_UNREADABLE);
		if (header.width < LEAST.width || header.height < LEAST.height) {
			throw new AppError("image_too_small", `This image is smaller than ${LEAST.width}x${LEAST.height}`);
		}
		asked.signal.throwIfAborted();
		return { imageUrl: await originals.keep({ upload: answer.bytes, userId: asked.userId, cut: null }) };
	}

	return { read, copyImage };
}

function requireFound({ status, url }: OutboundAnswer): void {
	if (status < 200 || status > 299) throw new AppError("unreachable", `${url.hostname} answered ${status}`);
}
