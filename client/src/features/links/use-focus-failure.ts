import { type RefObject, useEffect } from "react";
import type { LinkView } from "#shared/links/link.ts";
import type { SaveFailure } from "./save-failure.ts";

type Places = {
	form: RefObject<HTMLFormElement | null>;
	problem: RefObject<HTMLElement | null>;
	conflict: RefObject<HTMLElement | null>;
};

/** Puts the focus, in view, where the reason of a failed save stands: at its field, or else beside the button. */
export function useFocusFailure(
	{ form, problem, conflict }: Places,
	{ failure, theirs }: { failure: SaveFailure | null; theirs: LinkView | null },
): void {
	useEffect(() => {
		if (!failure && !theirs) return;
		const field = form.current?.querySelector<HTMLElement>(`[name="${failure?.place}"]`);
		const place = theirs ? conflict.current : (field ?? problem.current);
		place?.focus();
		place?.scrollIntoView({ block: "center" });
	}, [form, problem, conflict, failure, theirs]);
}
