import { useEffect, useRef, useState } from "react";
import type { ImageCut } from "#shared/images/image-cut.ts";

/** What is cut: a file chosen in this form, or the original of the picture with this `imageUrl`. */
export type PictureSource = File | string;
type Chosen = { of: PictureSource; cut: ImageCut; url: string };

/**
 * The section of the picture that was chosen in this form (P160). It holds for the picture that it was chosen of: with
 * another file or picture it is forgotten.
 */
export function usePictureCut(source: PictureSource) {
	const [chosen, setChosen] = useState<Chosen | null>(null);
	/** For a save that began before the last render. */
	const latest = useRef<Chosen | null>(null);
	useEffect(() => {
		if (chosen) return () => URL.revokeObjectURL(chosen.url);
	}, [chosen]);

	function keep(next: Chosen | null): void {
		latest.current = next;
		setChosen(next);
	}

	const isShown = chosen !== null && chosen.of === source;
	return {
		/** The section of the picture that is shown now; null where the server chooses, or it stays as it was. */
		cut: isShown ? chosen.cut : null,
		/** Where the browser finds that section. */
		url: isShown ? chosen.url : null,
		/** @param preview what the section looks like */
		choose: (of: PictureSource, cut: ImageCut, preview: Blob) => keep({ of, cut, url: URL.createObjectURL(preview) }),
		clear: () => keep(null),
		/** The section that goes with a picture that is about to be sent. */
		of: (sent: PictureSource) => (latest.current?.of === sent ? latest.current.cut : null),
	};
}

export type PictureCut = ReturnType<typeof usePictureCut>;
