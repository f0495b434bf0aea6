import { classNames } from "#client/lib/class-names.ts";

/** A placeholder that avoids layout shifts. Size it by class. */
export function Skeleton({ className }: { className?: string }) {
	return <div aria-hidden="true" className={classNames("animate-pulse rounded-control bg-sunken", className)} />;
}
