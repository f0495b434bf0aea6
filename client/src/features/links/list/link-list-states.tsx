import { ButtonLink } from "#client/components/ui/button.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { paths } from "#client/lib/paths.ts";
import { StartHere } from "../prefill/start-here.tsx";
import { RowOnItsWay } from "./link-list.tsx";

/** Enough to keep the content below the list off the screen. */
const ROWS_ON_THEIR_WAY = 12;

export function LinkListSkeleton() {
	return (
		<div role="status" className="overflow-clip rounded-card border border-b-0">
			<span className="sr-only">Loading your links</span>
			{Array.from({ length: ROWS_ON_THEIR_WAY }, (_, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
				<RowOnItsWay key={row} />
			))}
		</div>
	);
}

export function NoLinks() {
	return (
		<div className="flex flex-col items-center gap-5 rounded-card border border-dashed px-4 py-8 text-center sm:px-6 sm:py-10">
			<EmptyCard />
			<div className="flex flex-col gap-1.5">
				<h3 className="text-xl">No links yet</h3>
				<p className="text-muted">Create your first custom link preview to get started</p>
			</div>
			<StartHere />
			<p className="flex flex-wrap justify-center gap-x-2 text-sm">
				<ButtonLink href={paths.newLink} variant="ghost" size="sm">
					Fill in the form yourself
				</ButtonLink>
				<ButtonLink href={paths.import} variant="ghost" size="sm">
					Import links
				</ButtonLink>
			</p>
		</div>
	);
}

export function LinksNotLoaded({ onRetry }: { onRetry: () => void }) {
	return (
		<LoadFailed look="page" onRetry={onRetry}>
			Your links could not be loaded.
		</LoadFailed>
	);
}

function EmptyCard() {
	return (
		<div aria-hidden="true" className="w-32 -rotate-3 overflow-hidden rounded-card border bg-surface">
			<div className="aspect-[1200/630] border-b bg-sunken" />
			<div className="flex flex-col gap-2 p-3">
				<div className="h-2 w-2/5 rounded-full bg-sunken" />
				<div className="h-2.5 w-4/5 rounded-full bg-line" />
				<div className="h-2 w-3/5 rounded-full bg-sunken" />
			</div>
		</div>
	);
}
