import type { Originals } from "#server/links/images/originals.service.ts";
import type { Prefills } from "#server/links/prefill/prefill.service.ts";
import { atField } from "#server/platform/http/app-error.ts";
import type { IMAGE_ROUTES } from "#shared/api/v1/routes/images.ts";
import { IMAGE_SIZE } from "#shared/links/images/image-file.ts";
import { handlersFor } from "../route-work.ts";

export type ImageHandlerOptions = { originals: Pick<Originals, "make">; prefill: Prefills; imagesOrigin: string };

export function imageHandlers({ originals, prefill, imagesOrigin }: ImageHandlerOptions) {
	return handlersFor<typeof IMAGE_ROUTES>({
		async uploadImage({ user: { id: userId }, upload, body, signal }) {
			const path = body
				? (await atField("url", prefill.copyImage({ url: new URL(body.url), userId, signal }))).imageUrl
				: await originals.make({ upload, imageUrl: null, cut: null, userId });
			return { body: { imageUrl: imagesOrigin + path, ...IMAGE_SIZE } };
		},

		async readPage({ user: { id: userId }, body, signal }) {
			const { pictures, blocked = null, ...page } = await prefill.read({ url: new URL(body.url), userId, signal });
			return { body: { ...page, images: pictures, blocked } };
		},
	});
}
