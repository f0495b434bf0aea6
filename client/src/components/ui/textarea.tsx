import type { ComponentProps, FocusEvent } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { CONTROL_CLASS } from "./input.tsx";

export function Textarea({ className, onFocus, ...rest }: ComponentProps<"textarea">) {
	/** Browsers scroll only the caret into view, so that a bar could cover the rest (P581). */
	function show(event: FocusEvent<HTMLTextAreaElement>): void {
		const isByKey = document.documentElement.dataset.byPointer === undefined;
		if (isByKey) event.currentTarget.scrollIntoView({ block: "nearest" });
		onFocus?.(event);
	}
	return (
		<textarea
			{...rest}
			onFocus={show}
			className={classNames(CONTROL_CLASS, "min-h-28 resize-y px-3.5 py-2.5", className)}
		/>
	);
}
