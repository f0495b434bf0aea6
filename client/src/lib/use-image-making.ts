import { useEffect, useRef, useState } from "react";
import type { ImageShape } from "#shared/links/images/image-file.ts";
import { imageProblem } from "./image-check.ts";
import { makeImage } from "./make-image.ts";
import { isOfFile, type ReadFailure, readFailure } from "./read-failure.ts";

/** A chosen file being processed, or refused; a refused one blocks saving until replaced or removed. */
export type ImageMaking = { file: File } & (
	| { kind: "sending"; share: number }
	| { kind: "refused"; failure: ReadFailure; mayPass: boolean }
);

type Chosen = { file: File; shape: ImageShape };
type Work = Chosen & { abort: AbortController; outcome: Promise<string | null> };

/** Makes images of chosen files on the server, one per place of a form; the latest choice counts. */
export function useImageMaking<Place extends string>(onMade: (place: Place, imageUrl: string, file: File) => void) {
	const [states, setStates] = useState<Partial<Record<Place, ImageMaking>>>({});
	/** The latest state, for a save that began before the last render. */
	const latest = useRef(states);
	const works = useRef(new Map<Place, Work>());
	const take = useRef(onMade);
	take.current = onMade;
	useEffect(() => () => abortAll(works.current), []);

	function keep(place: Place, state: ImageMaking | undefined): void {
		latest.current = { ...latest.current, [place]: state };
		setStates(latest.current);
	}

	/** @returns the image's address; null if refused or replaced meanwhile */
	function start(place: Place, { file, shape }: Chosen): Promise<string | null> {
		works.current.get(place)?.abort.abort();
		const abort = new AbortController();
		keep(place, { kind: "sending", file, share: 0 });
		const outcome = make(place, { file, shape, signal: abort.signal });
		works.current.set(place, { file, shape, abort, outcome });
		return outcome;
	}

	async function make(place: Place, { signal, ...chosen }: Chosen & { signal: AbortSignal }): Promise<string | null> {
		const { file } = chosen;
		const refuse = (failure: ReadFailure, mayPass: boolean) => {
			if (!signal.aborted) keep(place, { kind: "refused", file, failure, mayPass });
			return null;
		};
		try {
			const problem = await imageProblem(file);
			if (problem !== null) return refuse({ message: problem }, false);
			const onProgress = (share: number) => signal.aborted || keep(place, { kind: "sending", file, share });
			if (signal.aborted) return null;
			const imageUrl = await makeImage(chosen, { signal, onProgress });
			if (signal.aborted) return null;
			keep(place, undefined);
			take.current(place, imageUrl, file);
			return imageUrl;
		} catch (error) {
			const failure = readFailure(error, { isOnline: navigator.onLine });
			return refuse(failure, !isOfFile(error));
		}
	}

	function remove(place: Place): void {
		works.current.get(place)?.abort.abort();
		works.current.delete(place);
		keep(place, undefined);
	}

	function again(place: Place): void {
		const work = works.current.get(place);
		if (work) void start(place, work);
	}

	function refusedPlaces(): Place[] {
		return (Object.keys(latest.current) as Place[]).filter((place) => latest.current[place]?.kind === "refused");
	}

	function remind(place: Place): void {
		const state = latest.current[place];
		if (state?.kind === "refused") keep(place, { ...state, failure: { ...state.failure } });
	}

	return {
		at: (place: Place): ImageMaking | null => states[place] ?? null,
		isSending: (place: Place) => latest.current[place]?.kind === "sending",
		isAny: Object.values(states).some((state) => state !== undefined),
		...{ start, remove, again, refusedPlaces, remind },
		/** Resolves when a file in progress is done; null if there is none. */
		pending: (): Promise<unknown> | null => {
			const sent = [...works.current].find(([place]) => latest.current[place]?.kind === "sending");
			return sent?.[1].outcome ?? null;
		},
	};
}

function abortAll(works: Map<unknown, Work>): void {
	for (const { abort } of works.values()) abort.abort();
}
