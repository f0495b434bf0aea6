import { type RefObject, useEffect, useRef } from "react";
import { firstMistake, opened } from "#client/lib/use-focus-first-mistake.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { ReadFailure } from "../prefill/read-failure.ts";
import type { SaveFailure } from "./save-failure.ts";

type Places = {
	form: RefObject<HTMLFormElement | null>;
	problem: RefObject<HTMLElement | null>;
	conflict: RefObject<HTMLElement | null>;
};

type Refusals = {
	/** What somebody else saved meanwhile. */
	theirs: LinkView | null;
	/** Why the last save failed. */
	failure: SaveFailure | null;
	/** Why a picture was refused, or could not be had. */
	imageProblem: ReadFailure | null;
	/** The submission that the form itself refused last. */
	submission: number | null;
};

/**
 * Moves the focus, in view, to where the newest refusal is explained: at its field, or next to the button. One effect
 * decides for the whole form: an answer that refuses in several places moves the focus once, whatever is drawn first.
 */
export function useFocusRefusal({ form, problem, conflict }: Places, refusals: Refusals): void {
	const handled = useRef(refusals);
	useEffect(() => {
		const { theirs, failure, imageProblem, submission } = handled.current;
		handled.current = refusals;
		const isNew = <T>(now: T, before: T) => now !== null && now !== before;
		const first = (places: readonly string[]) => {
			const controls = places.map((name) => `[name="${name}"]:enabled`).join(",");
			return controls === "" ? null : opened(form.current?.querySelector<HTMLElement>(controls));
		};
		let place: HTMLElement | null | undefined = null;
		if (isNew(refusals.theirs, theirs)) place = conflict.current;
		else if (isNew(refusals.failure, failure)) {
			place = first((refusals.failure?.places ?? []).map((each) => each.place)) ?? problem.current;
		} else if (isNew(refusals.imageProblem, imageProblem)) place = first(["image"]);
		else if (isNew(refusals.submission, submission)) place = firstMistake(form.current);
		place?.focus({ preventScroll: true });
		place?.scrollIntoView({ block: "center" });
	});
}
