import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";

/** As high as the line of a change: two lines, or one for the other interval of the same plan. */
export function ChangeLinePlace({ isShort }: { isShort: boolean }) {
	return <Skeleton className={classNames("mx-auto mt-2 w-48", isShort ? "h-5" : "h-10")} />;
}
