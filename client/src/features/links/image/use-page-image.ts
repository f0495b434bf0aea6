import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { isOfImage, type ReadFailure, readFailure } from "#client/lib/read-failure.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import type { LinkFormValues } from "../form/link-form-data.ts";
import { siteOf } from "../prefill/page-address.ts";
import { copyImage } from "../prefill/prefill.calls.ts";
import type { PickedImage } from "./use-picked-image.ts";

type Parts = { form: UseFormReturn<LinkFormValues, unknown, LinkForm>; image: PickedImage };

/** What came of an image: it is in the form, it could not be had, or it is not wanted any more. */
export type ImageOutcome = { kind: "taken" } | { kind: "failed"; failure: ReadFailure } | { kind: "left" };

const NOT_GIVEN = { imageUrl: "", page: "" };
const LEFT: ImageOutcome = { kind: "left" };
const MISSING = "We couldn't load its image.";
/** Of images that turn out to be none, or too small. */
const TRIED_BY_ITSELF = 3;

/**
 * Copies a page's image into the form: the server copies each once. The last choice counts: another image, the user's
 * file or none aborts the copy before.
 */
export function usePageImage({ form, image }: Parts) {
	const [copyingFrom, setCopyingFrom] = useState<string | null>(null);
	const [shown, setShown] = useState<{ from: string; imageUrl: string } | null>(null);
	const copies = useRef(new Map<string, string>());
	/** The last page's copy, not chosen by the user: the next one may replace it. */
	const given = useRef(NOT_GIVEN);
	/** The pages, and the copies, that stood in the form: what is gone of them unreplaced, someone removed. */
	const stood = useRef(new Set<string>());
	/** The copying that is under way. */
	const work = useRef<{ abort: AbortController; outcome: Promise<ImageOutcome> } | null>(null);
	useEffect(() => () => work.current?.abort.abort(), []);

	/** Whether the form has no image of the user's. */
	function isFree(): boolean {
		return !image.isTaken() && (form.getValues("imageUrl") === "" || isGiven());
	}

	/** Whether the form's image is the page's own choice, neither chosen nor cropped by the user. */
	function isGiven(): boolean {
		const present = form.getValues("imageUrl");
		return present !== "" && present === given.current.imageUrl && !image.isEdited(present);
	}

	/** Whether someone removed this copy, or an image of this page: it does not come back by itself. */
	function isRemoved(copyOrPage: string): boolean {
		return form.getValues("imageUrl") === "" && stood.current.has(copyOrPage);
	}

	/**
	 * Takes the first that works, unless the user chooses an image meanwhile.
	 * @param page the address of the page whose images they are
	 */
	async function takeFirst(pictures: readonly string[], page: string): Promise<ImageOutcome> {
		// Nor does another of the page's come instead of the one that was removed.
		if (isRemoved(page)) return LEFT;
		return run(pictures[0] ?? "", async (signal) => {
			let failure: ReadFailure = { message: MISSING };
			for (const from of pictures.slice(0, TRIED_BY_ITSELF)) {
				try {
					const imageUrl = await copied(from, signal);
					if (signal.aborted || !isFree() || isRemoved(imageUrl)) return LEFT;
					given.current = { imageUrl, page };
					return show(from, imageUrl, page);
				} catch (error) {
					if (isOfImage(error)) continue;
					const why = failureOf(error);
					failure = { ...why, message: `${MISSING} ${why.message}` };
					break;
				}
			}
			return { kind: "failed", failure };
		});
	}

	/** Takes this one, because someone asked for it; where it can't be had, the image's field says so. */
	function choose(from: string, page: string): Promise<ImageOutcome> {
		return run(from, async (signal) => {
			try {
				const imageUrl = await copied(from, signal);
				if (signal.aborted) return LEFT;
				given.current = NOT_GIVEN;
				return show(from, imageUrl, page);
			} catch (error) {
				const failure = failureOf(error);
				if (!signal.aborted) image.refuse(failure);
				return { kind: "failed", failure };
			}
		});
	}

	/** One at a time. */
	async function run(from: string, copy: (signal: AbortSignal) => Promise<ImageOutcome>): Promise<ImageOutcome> {
		leave();
		const abort = new AbortController();
		const outcome = copy(abort.signal).then((it) => (abort.signal.aborted ? LEFT : it));
		const own = { abort, outcome };
		work.current = own;
		setCopyingFrom(from);
		const result = await outcome;
		if (work.current === own) end();
		return result;
	}

	function end(): void {
		work.current = null;
		setCopyingFrom(null);
	}

	/** The running copy is no longer needed. */
	function leave(): void {
		work.current?.abort.abort();
		end();
	}

	async function copied(from: string, signal: AbortSignal): Promise<string> {
		const known = copies.current.get(from) ?? (await copyImage(from, signal));
		copies.current.set(from, known);
		return known;
	}

	function show(from: string, imageUrl: string, page: string): ImageOutcome {
		stood.current.delete(form.getValues("imageUrl"));
		stood.current.add(imageUrl).add(page);
		image.clear();
		form.setValue("imageUrl", imageUrl, { shouldDirty: true });
		setShown({ from, imageUrl });
		return { kind: "taken" };
	}

	/** Takes away what a page gave. */
	function takeBack(): void {
		if (!isGiven()) return;
		stood.current.delete(given.current.imageUrl);
		stood.current.delete(given.current.page);
		given.current = NOT_GIVEN;
		form.setValue("imageUrl", "", { shouldDirty: true });
	}

	const isShown = shown !== null && shown.imageUrl === form.watch("imageUrl");
	return {
		/** The site that an image is being copied from; null for none. */
		copyingSite: copyingFrom === null ? null : siteOf(copyingFrom),
		/** The page's image that the card shows now. */
		chosen: isShown ? shown.from : null,
		isFree,
		takeFirst,
		choose,
		leave,
		takeBack,
		/** Ends with the copying that is under way; null while there is none. */
		pending: (): Promise<unknown> | null => work.current?.outcome ?? null,
	};
}

function failureOf(error: unknown): ReadFailure {
	return readFailure(error, { isOnline: navigator.onLine });
}
