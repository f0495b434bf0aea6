import { TriangleAlert } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { formatCount } from "#client/lib/format.ts";

/** The number of flagged or blocked links, with a filter (P553). */
export function FlaggedLine({ flagged, onShow }: { flagged: number; onShow: () => void }) {
	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
			<TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
			<p>{flagged === 1 ? "1 link is flagged." : `${formatCount(flagged)} links are flagged.`}</p>
			<Button variant="ghost" size="sm" className="px-2!" onClick={onShow}>
				Show
			</Button>
		</div>
	);
}
