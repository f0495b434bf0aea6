import { classNames } from "#client/lib/class-names.ts";

/** From this share of the limit on, the counter warns. */
const NEAR_LIMIT = 0.9;

/** How much of a limit is used: 'n/60'. Turns to the warning colour near the limit and to red past it. */
export function Counter({ length, max }: { length: number; max: number }) {
	const isNear = length >= max * NEAR_LIMIT;
	return (
		<span
			className={classNames(
				"text-sm tabular-nums",
				length > max ? "font-semibold text-danger" : isNear ? "font-semibold text-warn" : "text-muted",
			)}
		>
			<span aria-hidden="true">
				{length}/{max}
			</span>
			<span className="sr-only" aria-live="polite">
				{isNear ? `${length} of ${max} characters used` : ""}
			</span>
		</span>
	);
}
