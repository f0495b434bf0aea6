import { useRef, useState } from "react";
import type { ReadFailure } from "#client/lib/read-failure.ts";
import { useImageMaking } from "#client/lib/use-image-making.ts";

const PLACE = "image";
/** What the form calls an image that was made in it. */
type Made = { imageUrl: string; name: string | undefined; isEdited: boolean };

/**
 * The image of a link's form: made by the server as soon as a file is chosen, so that it is shown as crawlers will get it.
 * @param take puts an image that was made into the form
 */
export function usePickedImage(take: (imageUrl: string) => void) {
	const [problem, setProblem] = useState<ReadFailure | null>(null);
	const [made, setMade] = useState<Made | null>(null);
	const making = useImageMaking<typeof PLACE>((_, imageUrl, { name }) => {
		keep({ imageUrl, name, isEdited: false });
		take(imageUrl);
	});
	/** The problem of the moment, for a save that began before it was found. */
	const latestProblem = useRef<ReadFailure | null>(null);
	/** The image made last, for work that began before it was. */
	const latestMade = useRef<Made | null>(null);
	const now = making.at(PLACE);

	/** @returns the image's address; null when it was refused, or another was chosen meanwhile */
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

	/** Says why no image could be had; null where all is well. */
	function refuse(found: ReadFailure | null): void {
		latestProblem.current = found;
		setProblem(found);
	}

	return {
		/** A file on its way, or refused. */
		making: now,
		problem: now?.kind === "refused" ? now.failure : problem,
		pick,
		clear,
		refuse,
		again: () => making.again(PLACE),
		/** The name and state of this image where it was made in this form. */
		nameOf: (imageUrl: string) => (made?.imageUrl === imageUrl ? made : null),
		/** Whether the section of this image was chosen here. */
		isEdited: (imageUrl: string) => latestMade.current?.imageUrl === imageUrl && latestMade.current.isEdited,
		/** Another section of the image was made, which keeps its name. */
		edited: (imageUrl: string, name: string | undefined) => {
			refuse(null);
			keep({ imageUrl, name, isEdited: true });
			take(imageUrl);
		},
		/** Whether a file was chosen that is on its way. */
		isTaken: () => making.isSending(PLACE),
		/** Says once more why a file was refused. @returns whether one was: nothing is saved then */
		remind: () => {
			const [refused] = making.refusedPlaces();
			if (refused) making.remind(refused);
			return refused !== undefined;
		},
		/** The problem as it is now, another object each time that one is found. */
		currentProblem: () => latestProblem.current,
		/** Ends with the file that is on its way; null while there is none. */
		pending: making.pending,
	};
}

export type PickedImage = ReturnType<typeof usePickedImage>;
