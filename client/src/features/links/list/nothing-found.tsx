import { SearchX } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";

export function NothingFound({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
	return (
		<div className="flex flex-col items-center gap-4 rounded-card border border-dashed px-6 py-12 text-center">
			<SearchX aria-hidden="true" className="size-8 text-muted" />
			<p>{isNarrowed ? "No matching links." : "All your links are archived."}</p>
			<Button variant="secondary" onClick={onShowAll}>
				{isNarrowed ? "Show all links" : "Show the archive"}
			</Button>
		</div>
	);
}
