import { useEffect, useState } from "react";
import type { ShownPicture } from "#shared/cards/drawn-card.ts";
import { IMAGE_SIZE } from "#shared/links/image-file.ts";

/**
 * The size of a card's picture; null without one. Pictures of ours have one size, a picked file will have it, and
 * one that stands elsewhere is looked at; until it is there it is taken to be as large as ours.
 */
export function usePictureSize(imageUrl: string | null): ShownPicture | null {
	const [measured, setMeasured] = useState<{ imageUrl: string; size: ShownPicture } | null>(null);
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
