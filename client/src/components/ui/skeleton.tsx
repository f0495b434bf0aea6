import { classNames } from "#client/lib/class-names.ts";

/** A placeholder of the size of what will be there, so that nothing jumps. Give it its size by class. */
export function Skeleton({ className }: { className?: string }) {
	return <div aria-hidden="true" className={classNames("animate-pulse rounded-control bg-sunken", className)} />;
}
