import { classNames } from "#client/lib/class-names.ts";

const NEAR_LIMIT = 0.9;

/** The used part of a limit: 'n/60', in the warning color near the limit and red past it. */
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
