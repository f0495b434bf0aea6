import { useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Spinner } from "#client/components/ui/spinner.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { useFocusHandedOn } from "#client/lib/use-focus-handed-on.ts";
import { WayOut } from "../form/way-out.tsx";
import { type PrefillNotice, troubleInWords, wayOutOf } from "./prefill-notice.ts";
import type { PrefillOfForm } from "./use-prefill.ts";

type StopProps = {
	prefill: Pick<PrefillOfForm, "cancel">;
	/** Moves focus before this button disappears. */
	handOn: () => void;
};

/** A separate component: React would reuse the submit button's element, and a click would submit the form. */
export function CancelReading({ prefill, handOn }: StopProps) {
	const button = useRef<HTMLButtonElement>(null);
	useFocusHandedOn(button, handOn);
	return (
		<Button ref={button} variant="secondary" className="min-w-24 shrink-0" onClick={prefill.cancel}>
			Cancel
		</Button>
	);
}

export function ReadingNote({ prefill, handOn }: StopProps) {
	const button = useRef<HTMLButtonElement>(null);
	useFocusHandedOn(button, handOn);
	return (
		<span className="flex items-center gap-2 text-sm text-muted">
			<Spinner className="size-4" />
			<span className="max-sm:sr-only">Reading the page</span>
			<Button
				ref={button}
				variant="ghost"
				size="sm"
				className="-my-2"
				aria-label="Stop reading the page"
				onClick={prefill.cancel}
			>
				Stop
			</Button>
		</span>
	);
}

/** Below a field whose page or image couldn't be read: why, and the way out. */
export function ReadingOutcome({ notice }: { notice: PrefillNotice }) {
	const words = troubleInWords(notice);
	return (
		<>
			<p
				role="status"
				className={classNames(
					words !== null && "mt-1.5 text-sm wrap-anywhere",
					notice.kind === "failed" ? "text-danger" : "text-muted",
				)}
			>
				{words}
			</p>
			<WayOut wayOut={wayOutOf(notice)} />
		</>
	);
}
