import { useEffect, useState } from "react";
import type { ShownImage } from "#shared/links/cards/drawn-card.ts";
import { IMAGE_SIZE } from "#shared/links/images/image-file.ts";

/** Null without an image. External ones are measured, with the size of ours until they load. */
export function useImageSize(imageUrl: string | null): ShownImage | null {
	const [measured, setMeasured] = useState<{ imageUrl: string; size: ShownImage } | null>(null);
	useEffect(() => {
		if (!imageUrl?.startsWith("https:")) return;
		const image = new Image();
		image.onload = () => setMeasured({ imageUrl, size: { width: image.naturalWidth, height: image.naturalHeight } });
		image.src = imageUrl;
		return () => {
			image.onload = null;
		};
	}, [imageUrl]);
	if (imageUrl === null) return null;
	return measured?.imageUrl === imageUrl ? measured.size : IMAGE_SIZE;
}
