import type { Ref } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { FORM_PLACES, type SaveFailure } from "./save-failure.ts";
import { WayOut } from "./way-out.tsx";

type SaveProblemProps = { ref: Ref<HTMLDivElement>; failure: SaveFailure | null; onMakeNew: () => void };

export function SaveProblem({ ref, failure, onMakeNew }: SaveProblemProps) {
	return (
		// biome-ignore lint/a11y/useSemanticElements: a group that can take the focus, not a set of fields
		<div ref={ref} role="group" tabIndex={-1} aria-label="Why it was not saved" hidden={failure === null}>
			<div className="flex flex-col items-start gap-3 rounded-control border border-danger px-4 py-3 text-danger">
				<div role="alert" className="flex flex-col gap-1 wrap-anywhere">
					{failure && linesOf(failure).map((line) => <p key={line}>{line}</p>)}
				</div>
				<WayOut wayOut={failure?.wayOut} />
				{failure?.wayOut === "make-new" && (
					<Button variant="secondary" size="sm" onClick={onMakeNew}>
						Save as new link
					</Button>
				)}
			</div>
		</div>
	);
}

function linesOf({ message, places, others = [] }: SaveFailure): string[] {
	if (places.length === 0 && others.length === 0) return [message];
	return [...places.map(({ place, message }) => `${FORM_PLACES[place]}: ${message}`), ...others];
}
