import type { ReactNode } from "react";
import { Button, ButtonLink } from "#client/components/ui/button.tsx";
import { LeaveDialog } from "#client/components/ui/leave-dialog.tsx";
import { noteBarHeight } from "#client/lib/bar-height.ts";
import { dashboardAsLeft } from "#client/lib/list-place.ts";
import { CardHint } from "../flags/card-hint.tsx";
import { completeTarget } from "../prefill/page-address.ts";
import { SaveProblem } from "./save-problem.tsx";
import { TheirVersion } from "./their-version.tsx";
import type { LinkEditing } from "./use-link-editing.ts";

type LinkFormProps = {
	editing: LinkEditing;
	submitLabel: string;
	/** Keeps its state while hidden. */
	isHidden?: boolean;
	hasNothingToSave?: boolean;
	children: ReactNode;
};

export function LinkForm({
	editing,
	submitLabel,
	isHidden = false,
	hasNothingToSave = false,
	children,
}: LinkFormProps) {
	const { link, form, element, slug, submission, problem, conflict } = editing;
	return (
		<form
			ref={element}
			noValidate
			hidden={isHidden}
			onSubmit={(event) => {
				// Enter doesn't blur the field.
				completeTarget(form);
				return submission.submit(event);
			}}
			className="min-w-0"
		>
			{children}
			<div className="mt-7 flex flex-col gap-5 empty:hidden">
				{submission.theirs && (
					<TheirVersion
						ref={conflict}
						theirs={submission.theirs}
						hadTimes={Boolean(link?.startsAt ?? link?.endsAt ?? link?.afterUrl)}
						onKeepMine={submission.keepMine}
						onKeepTheirs={editing.keepTheirs}
					/>
				)}
				{editing.hint && <CardHint hint={editing.hint} target={editing.targetUrl} />}
				<SaveProblem ref={problem} failure={submission.failure} onMakeNew={submission.makeNew} />
				{submission.isWaiting && <p role="status">Waiting for the image …</p>}
			</div>
			<div
				data-save-bar=""
				ref={noteBarHeight}
				hidden={hasNothingToSave && !submission.failure && !submission.theirs}
				className="sticky bottom-0 z-10 mt-7 flex gap-3 border-t bg-paper/95 py-3 backdrop-blur-sm sm:justify-end"
			>
				<ButtonLink {...dashboardAsLeft()} variant="secondary">
					Cancel
				</ButtonLink>
				<Button
					type="submit"
					className="max-sm:flex-1"
					isBusy={submission.isSending}
					disabled={slug.state.kind === "taken"}
				>
					{editing.hint && !editing.hint.refusal ? "Save anyway" : submitLabel}
				</Button>
			</div>
			<LeaveDialog unsaved={submission.unsaved} />
		</form>
	);
}
