import { classNames } from "#client/lib/class-names.ts";

export type Tone = "good" | "warn" | "bad";

const LOOKS: Record<Tone, string> = { good: "bg-mark-good", warn: "bg-mark-warn", bad: "bg-danger" };

/** Next to a state in words. */
export function Dot({ tone }: { tone: Tone }) {
	return <span aria-hidden="true" className={classNames("size-2.5 shrink-0 rounded-full", LOOKS[tone])} />;
}
