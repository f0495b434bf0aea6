import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "#client/components/ui/button.tsx";
import { TooltipProvider } from "#client/components/ui/tooltip.tsx";
import { apiGet } from "#client/lib/api-client.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { CopyLinkButton } from "../share/copy-link-button.tsx";
import { LinkListSkeleton, LinksNotLoaded } from "./link-list-states.tsx";
import { LinkPreviewRow } from "./link-preview-row.tsx";
import { LinkViews } from "./link-views.tsx";

const PAGE = 50;

const keptLinksQuery = infiniteQueryOptions({
	queryKey: [API.links.all, "pages"],
	queryFn: ({ pageParam }) =>
		apiGet<LinkView[]>(`${API.links.all}?limit=${PAGE}${pageParam === null ? "" : `&before=${pageParam}`}`),
	initialPageParam: null as number | null,
	getNextPageParam: (page) => (page.length === PAGE ? (page.at(-1)?.id ?? null) : null),
	// Views are still counted while the links are read-only.
	staleTime: 0,
});

/** False until loaded. */
export function useHasKeptLinks(): boolean {
	const { data } = useInfiniteQuery(keptLinksQuery);
	return data !== undefined && data.pages.flat().length > 0;
}

const KEYS = [keptLinksQuery.queryKey];

/** A user's links with URLs and counts, to read and copy (P262). */
export function KeptLinks() {
	useAskAgain(KEYS);
	const { data, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(keptLinksQuery);
	if (isPending) return <LinkListSkeleton />;
	if (!data) return <LinksNotLoaded onRetry={() => void refetch()} />;
	const links = data.pages.flat();
	if (links.length === 0) return <p className="text-muted">You have no links.</p>;
	return (
		<TooltipProvider>
			<ul aria-label="Your links" className="flex flex-col gap-3">
				{links.map((link) => (
					<li
						key={link.id}
						className="flex flex-col gap-3 rounded-card border bg-surface p-3 md:flex-row md:items-center md:gap-6 md:pr-4"
					>
						<LinkPreviewRow link={link} className="flex-1" />
						<div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1">
							{link.disabled && <p className="text-sm font-medium text-danger">Disabled</p>}
							<LinkViews link={link} />
							<CopyLinkButton link={link} />
						</div>
					</li>
				))}
			</ul>
			{hasNextPage && (
				<Button
					variant="secondary"
					className="self-center"
					isBusy={isFetchingNextPage}
					onClick={() => void fetchNextPage()}
				>
					Show more
				</Button>
			)}
		</TooltipProvider>
	);
}
