import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { LIST_KEY } from "../links.queries.ts";
import { refreshList } from "./list.queries.ts";
import { readAtText } from "./read-at.ts";

/** Reads list and totals anew, and says from when they are. */
export function RefreshButton({ readAt }: { readAt: string | undefined }) {
	const queryClient = useQueryClient();
	const isBusy = useIsFetching({ queryKey: LIST_KEY }) > 0;
	return (
		<div className="flex items-center gap-1">
			<p className="min-w-28 text-sm whitespace-nowrap text-muted">
				As of {readAt ? <time dateTime={readAt}>{readAtText(readAt, new Date())}</time> : "–"}
			</p>
			<Button
				variant="ghost"
				size="sm"
				className="max-md:min-h-11"
				// Kept pressable, so that the focus stays on it.
				aria-busy={isBusy}
				onClick={() => void (isBusy || refreshList(queryClient))}
			>
				<RefreshCw aria-hidden="true" className={isBusy ? "animate-spin" : undefined} />
				Refresh
			</Button>
		</div>
	);
}
