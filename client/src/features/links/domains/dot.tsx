import { classNames } from "#client/lib/class-names.ts";
import type { Tone } from "./domain-words.ts";

/** Next to a state in words. */
export function Dot({ tone }: { tone: Tone }) {
	return (
		<span
			aria-hidden="true"
			className={classNames("size-2.5 shrink-0 rounded-full", tone === "good" ? "bg-mark-good" : "bg-mark-warn")}
		/>
	);
}
