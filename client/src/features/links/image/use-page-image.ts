import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { isOfImage, type ReadFailure, readFailure } from "#client/lib/read-failure.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import type { LinkFormValues } from "../form/link-form-data.ts";
import { siteOf } from "../prefill/page-address.ts";
import { copyImage } from "../prefill/prefill.calls.ts";
import type { PickedImage } from "./use-picked-image.ts";

type Parts = { form: UseFormReturn<LinkFormValues, unknown, LinkForm>; image: PickedImage };

/** The outcome of an image copy: in the form, failed, or no longer needed. */
export type ImageOutcome = { kind: "taken" } | { kind: "failed"; failure: ReadFailure } | { kind: "left" };

const NOT_GIVEN = { imageUrl: "", page: "" };
const LEFT: ImageOutcome = { kind: "left" };
const MISSING = "We couldn't load its image.";
const TRIED_BY_ITSELF = 3;

/** Copies each image at most once. The last choice wins and aborts the pending copy. */
export function usePageImage({ form, image }: Parts) {
	const [copyingFrom, setCopyingFrom] = useState<string | null>(null);
	const [shown, setShown] = useState<{ from: string; imageUrl: string } | null>(null);
	const copies = useRef(new Map<string, string>());
	/** The last page's copy, not chosen by the user: the next one may replace it. */
	const given = useRef(NOT_GIVEN);
	/** Pages and copies that were in the form: those missing without a replacement were removed by the user. */
	const stood = useRef(new Set<string>());
	const work = useRef<{ abort: AbortController; outcome: Promise<ImageOutcome> } | null>(null);
	useEffect(() => () => work.current?.abort.abort(), []);

	function isFree(): boolean {
		return !image.isTaken() && (form.getValues("imageUrl") === "" || isGiven());
	}

	/** Whether the form's image was set automatically, neither chosen nor cropped by the user. */
	function isGiven(): boolean {
		const present = form.getValues("imageUrl");
		return present !== "" && present === given.current.imageUrl && !image.isEdited(present);
	}

	/** Whether the user removed this copy, or an image of this page, which must not return automatically. */
	function isRemoved(copyOrPage: string): boolean {
		return form.getValues("imageUrl") === "" && stood.current.has(copyOrPage);
	}

	/**
	 * Takes the first image that works, unless the user chooses one meanwhile.
	 * @param page the URL of the images' page
	 */
	async function takeFirst(pictures: readonly string[], page: string): Promise<ImageOutcome> {
		// Nor does another image of the page replace the removed one.
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

	/** Takes an image that the user chose; failures are shown at the image's field. */
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

	function takeBack(): void {
		if (!isGiven()) return;
		stood.current.delete(given.current.imageUrl);
		stood.current.delete(given.current.page);
		given.current = NOT_GIVEN;
		form.setValue("imageUrl", "", { shouldDirty: true });
	}

	const isShown = shown !== null && shown.imageUrl === form.watch("imageUrl");
	return {
		/** The site that an image is being copied from, or null. */
		copyingSite: copyingFrom === null ? null : siteOf(copyingFrom),
		chosen: isShown ? shown.from : null,
		isFree,
		takeFirst,
		choose,
		leave,
		takeBack,
		/** Resolves with the pending copy; null if there is none. */
		pending: (): Promise<unknown> | null => work.current?.outcome ?? null,
	};
}

function failureOf(error: unknown): ReadFailure {
	return readFailure(error, { isOnline: navigator.onLine });
}
