import { cutAsText, type ImageCut } from "#shared/links/images/image-cut.ts";
import type { ImageShape } from "#shared/links/images/image-file.ts";
import type { CopiedImage } from "#shared/links/prefill.ts";
import { API } from "#shared/platform/api-paths.ts";
import { sendForm } from "./send-form.ts";

type Asked = { shape: ImageShape } & ({ file: File } | { imageUrl: string; cut: ImageCut });
type Course = { signal?: AbortSignal; onProgress?: (share: number) => void };

/** Makes a card's image before saving, so that previews show what crawlers get (P502). @throws as `sendForm` */
export async function makeImage(asked: Asked, course: Course = {}): Promise<string> {
	const body = new FormData();
	body.set("shape", asked.shape);
	if ("file" in asked) body.set("image", asked.file);
	else {
		body.set("imageUrl", asked.imageUrl);
		body.set("imageCut", cutAsText(asked.cut));
	}
	const { imageUrl } = await sendForm<CopiedImage>({ method: "POST", path: API.links.image, body, ...course });
	return imageUrl;
}
