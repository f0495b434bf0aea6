import { useRef, useState } from "react";
import type { ReadFailure } from "#client/lib/read-failure.ts";
import { useImageMaking } from "#client/lib/use-image-making.ts";

const PLACE = "image";
type Made = { imageUrl: string; name: string | undefined; isEdited: boolean };

/**
 * A form's uploaded image: created by the server as soon as a file is chosen, so that it is shown as crawlers will get
 * it.
 * @param take puts the created image into the form
 */
export function usePickedImage(take: (imageUrl: string) => void) {
	const [problem, setProblem] = useState<ReadFailure | null>(null);
	const [made, setMade] = useState<Made | null>(null);
	const making = useImageMaking<typeof PLACE>((_, imageUrl, { name }) => {
		keep({ imageUrl, name, isEdited: false });
		take(imageUrl);
	});
	/** The current problem, for a save that started before it was found. */
	const latestProblem = useRef<ReadFailure | null>(null);
	const latestMade = useRef<Made | null>(null);
	const now = making.at(PLACE);

	/** @returns the image's URL; null if it was refused, or another was chosen meanwhile */
	function pick(file: File): Promise<string | null> {
		refuse(null);
		return making.start(PLACE, { file, shape: "wide" });
	}

	function clear(): void {
		making.remove(PLACE);
		refuse(null);
	}

	function keep(next: Made): void {
		latestMade.current = next;
		setMade(next);
	}

	/** Shows why there is no image; null clears it. */
	function refuse(found: ReadFailure | null): void {
		latestProblem.current = found;
		setProblem(found);
	}

	return {
		making: now,
		problem: now?.kind === "refused" ? now.failure : problem,
		pick,
		clear,
		refuse,
		again: () => making.again(PLACE),
		/** The name and state of this image if it was created in this form. */
		nameOf: (imageUrl: string) => (made?.imageUrl === imageUrl ? made : null),
		isEdited: (imageUrl: string) => latestMade.current?.imageUrl === imageUrl && latestMade.current.isEdited,
		/** Sets a new crop of the image, which keeps its name. */
		edited: (imageUrl: string, name: string | undefined) => {
			refuse(null);
			keep({ imageUrl, name, isEdited: true });
			take(imageUrl);
		},
		isTaken: () => making.isSending(PLACE),
		/** Shows again why a file was refused. @returns whether one was: saving is blocked then */
		remind: () => {
			const [refused] = making.refusedPlaces();
			if (refused) making.remind(refused);
			return refused !== undefined;
		},
		/** The current problem, a new object each time one is found. */
		currentProblem: () => latestProblem.current,
		/** Resolves with the pending file; null if there is none. */
		pending: making.pending,
	};
}

export type PickedImage = ReturnType<typeof usePickedImage>;
