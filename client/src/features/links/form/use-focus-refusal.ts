import { type RefObject, useEffect, useRef } from "react";
import type { ReadFailure } from "#client/lib/read-failure.ts";
import { firstMistake, opened } from "#client/lib/use-focus-first-mistake.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { SaveFailure } from "./save-failure.ts";

type Places = {
	form: RefObject<HTMLFormElement | null>;
	problem: RefObject<HTMLElement | null>;
	conflict: RefObject<HTMLElement | null>;
};

type Refusals = {
	theirs: LinkView | null;
	failure: SaveFailure | null;
	imageProblem: ReadFailure | null;
	submission: number | null;
};

/** One effect for the whole form, so that several errors move focus only once, to the newest. */
export function useFocusRefusal(
	{ form, problem, conflict }: Places,
	refusals: Refusals,
	onShowView?: (view: string) => void,
): void {
	const handled = useRef(refusals);
	const awaited = useRef<{ find: () => HTMLElement | null; rounds: number } | null>(null);
	useEffect(() => {
		const { theirs, failure, imageProblem, submission } = handled.current;
		handled.current = refusals;
		const isNew = <T>(now: T, before: T) => now !== null && now !== before;
		const first = (places: readonly string[]) => {
			const controls = places.map((name) => `[name="${name}"]:enabled`).join(",");
			return controls === "" ? null : opened(form.current?.querySelector<HTMLElement>(controls));
		};
		const lookFor = (find: () => HTMLElement | null) => {
			awaited.current = { find, rounds: 0 };
		};
		if (isNew(refusals.theirs, theirs)) lookFor(() => conflict.current);
		else if (isNew(refusals.failure, failure)) {
			const { places = [], controls = [] } = refusals.failure ?? {};
			const named = places.map((each) => each.place);
			if (named.length === 0 && controls.length > 0) onShowView?.(OTHER_VIEW);
			lookFor(() => first([...named, ...controls]) ?? (controls.length > 0 ? null : problem.current));
		} else if (isNew(refusals.imageProblem, imageProblem)) lookFor(() => first(["image"]));
		else if (isNew(refusals.submission, submission)) lookFor(() => firstMistake(form.current));
		if (!awaited.current) return;
		const place = awaited.current.find();
		const hidden = place?.closest<HTMLElement>("[data-view][hidden]");
		if (place && !hidden) {
			awaited.current = null;
			place.focus({ preventScroll: true });
			place.scrollIntoView({ block: "center" });
			return;
		}
		awaited.current.rounds += 1;
		if (awaited.current.rounds > MOST_ROUNDS) awaited.current = null;
		else if (hidden?.dataset.view) onShowView?.(hidden.dataset.view);
	});
}

/** The companion form's view, which may have to be shown before its controls exist. */
const OTHER_VIEW = "previews";
const MOST_ROUNDS = 5;
