import { formatCount } from "#client/lib/format.ts";

type LinkCountProps = { found: number; total: number; archived: number; isNarrowed: boolean };

/** How many links the list shows, and of how many. */
export function LinkCount({ found, total, archived, isNarrowed }: LinkCountProps) {
	const links = (count: number) => `${formatCount(count)} ${count === 1 ? "link" : "links"}`;
	const text = isNarrowed ? `${formatCount(found)} of ${links(total)}` : links(found);
	return (
		<p role="status" className="text-sm text-muted">
			{text}
			{!isNarrowed && archived > 0 && `, ${formatCount(archived)} archived`}
		</p>
	);
}
