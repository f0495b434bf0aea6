import { formatCount, formatCounted } from "#client/lib/format.ts";

type LinkCountProps = { found: number; total: number; archived: number; isNarrowed: boolean; isHidden: boolean };

/** How many links the list shows, and of how many. */
export function LinkCount({ found, total, archived, isNarrowed, isHidden }: LinkCountProps) {
	const text = isNarrowed ? `${formatCount(found)} of ${formatCounted(total, "link")}` : formatCounted(found, "link");
	return (
		<p role="status" className={isHidden ? "sr-only" : "min-w-0 truncate text-sm text-muted"}>
			{text}
			{!isNarrowed && archived > 0 && `, ${formatCount(archived)} archived`}
		</p>
	);
}
