import { useRef, useState } from "react";
import { useObjectUrl } from "#client/lib/use-object-url.ts";
import type { ReadFailure } from "../prefill/read-failure.ts";
import { pictureProblem } from "./picture-check.ts";

/** A picture file chosen in this form but not sent yet, with an address to show it by. */
export function usePickedImage() {
	const [file, setFile] = useState<File | null>(null);
	const [problem, setProblem] = useState<ReadFailure | null>(null);
	const objectUrl = useObjectUrl(file);
	/** The file of the moment, for work that began before it was chosen. */
	const latest = useRef<File | null>(null);
	/** The look into the file that was chosen last; null once it is over. */
	const looking = useRef<Promise<string | null> | null>(null);
	/** The problem of the moment, for a save that began before it was found. */
	const latestProblem = useRef<ReadFailure | null>(null);

	/** @returns whether the file may be sent; if not, `problem` says why and the former choice stays. */
	async function pick(candidate: File): Promise<boolean> {
		const look = pictureProblem(candidate);
		looking.current = look;
		const found = await look;
		// Another file was chosen meanwhile, or none.
		if (looking.current !== look) return false;
		looking.current = null;
		refuse(found === null ? null : { message: found });
		if (!found) keep(candidate);
		return !found;
	}

	function clear(): void {
		looking.current = null;
		keep(null);
		refuse(null);
	}

	/** Says why no picture could be had; null where all is well. */
	function refuse(found: ReadFailure | null): void {
		latestProblem.current = found;
		setProblem(found);
	}

	function keep(chosen: File | null): void {
		latest.current = chosen;
		setFile(chosen);
	}

	return {
		file,
		objectUrl,
		problem,
		pick,
		clear,
		refuse,
		/** The file as it is now, and not as it was at the last render. */
		current: () => latest.current,
		/** Whether a file was chosen that is not refused so far. */
		isTaken: () => latest.current !== null || looking.current !== null,
		/** The problem as it is now, another object each time that one is found. */
		currentProblem: () => latestProblem.current,
		/** Ends with the look into the file that was chosen last; null while there is none. */
		pending: (): Promise<unknown> | null => looking.current,
	};
}

export type PickedImage = ReturnType<typeof usePickedImage>;
