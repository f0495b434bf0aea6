import type { UseQueryResult } from "@tanstack/react-query";
import { ListChecks, SearchX, Tags } from "lucide-react";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { useSignInAgain } from "#client/features/auth/use-sign-in-again.ts";
import { NewestDelivery } from "#client/features/cards/newest-delivery.tsx";
import type { LinkAction } from "#client/features/links/actions/link-action.ts";
import { ChosenBar } from "#client/features/links/list/chosen-bar.tsx";
import { LinkCount } from "#client/features/links/list/link-count.tsx";
import { LinkList } from "#client/features/links/list/link-list.tsx";
import { LinkListSkeleton, LinksNotLoaded, NoLinks } from "#client/features/links/list/link-list-states.tsx";
import { LinkRow } from "#client/features/links/list/link-row.tsx";
import { ListToolbar } from "#client/features/links/list/list-toolbar.tsx";
import { ManageTagsDialog } from "#client/features/links/list/manage-tags-dialog.tsx";
import { RefreshButton } from "#client/features/links/list/refresh-button.tsx";
import { useChosen } from "#client/features/links/list/use-chosen.ts";
import { useLinkOfList } from "#client/features/links/list/use-link-of-list.ts";
import type { useListAddress } from "#client/features/links/list/use-list-address.ts";
import { classNames } from "#client/lib/class-names.ts";
import { API } from "#shared/api-paths.ts";
import { LIST_LIMITS, type LinkOverview, type ListedLink } from "#shared/links/link-list.ts";
import { useLinkActions } from "./use-link-actions.tsx";

type YourLinksProps = {
	overview: UseQueryResult<LinkOverview>;
	address: ReturnType<typeof useListAddress>;
	/** The link that has just been made, which is marked. */
	madeId: number | undefined;
	heading: RefObject<HTMLHeadingElement | null>;
};

/** The links of the account with search, order and filters, and what every feature does with one of them. */
export function YourLinks({
	overview: { data, isPending, isError, refetch },
	address,
	madeId,
	heading,
}: YourLinksProps) {
	const ids = data?.ids ?? NONE;
	const { actions, dialogs } = useLinkActions(ids, data?.tags ?? []);
	const { search, isNarrowed, change } = address;
	const { isChoosing, chosen, isChosen, ...choosing } = useChosen(ids);
	const onlyChosen = useLinkOfList(isChoosing && chosen.length === 1 ? (chosen[0] ?? null) : null, data);
	const [rowsError, setRowsError] = useState<Error | null>(null);
	useSignInAgain([rowsError]);
	const [isManaging, setIsManaging] = useState(false);
	const chooseSeveral = useRef<HTMLButtonElement>(null);
	// Before one knows, the tools keep their place, so that nothing jumps.
	const hadTools = useRef(false);
	const hasTools = data ? data.totals.links > 0 || isNarrowed : !isError || isNarrowed || hadTools.current;
	useEffect(() => {
		hadTools.current = hasTools;
	});

	// What was pressed goes in either, so the focus needs a new home.
	function stopChoosing(): void {
		choosing.stop();
		(chooseSeveral.current ?? heading.current)?.focus();
	}

	function showAll(): void {
		change({ q: "", filter: isNarrowed ? undefined : "archived", tag: undefined });
		heading.current?.focus();
	}

	return (
		<section aria-labelledby="your-links" className="flex flex-col gap-4">
			<div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
				<h2 ref={heading} id="your-links" tabIndex={-1} className="text-2xl outline-none">
					Your Links
				</h2>
				{hasTools && <RefreshButton readAt={data?.readAt} />}
			</div>
			{hasTools && (
				<>
					<ListToolbar search={search} change={change} tags={data?.tags ?? []} />
					<div className="flex min-h-11 flex-wrap items-center gap-x-1 md:min-h-9">
						{data && (
							<LinkCount
								found={data.ids.length}
								total={data.totals.links}
								archived={data.totals.archived}
								isNarrowed={isNarrowed}
							/>
						)}
						{data && data.tags.length > 0 && (
							<Button
								variant="ghost"
								size="sm"
								className="ml-auto max-md:min-h-11 max-sm:px-2!"
								onClick={() => setIsManaging(true)}
							>
								<Tags aria-hidden="true" className="max-sm:hidden" />
								Your tags
							</Button>
						)}
						{ids.length > 0 && (
							<Button
								ref={chooseSeveral}
								variant="ghost"
								size="sm"
								className={classNames("max-md:min-h-11 max-sm:px-2!", data?.tags.length === 0 && "ml-auto")}
								aria-pressed={isChoosing}
								onClick={isChoosing ? choosing.stop : choosing.start}
							>
								<ListChecks aria-hidden="true" className="max-sm:hidden" />
								Choose several
							</Button>
						)}
					</div>
				</>
			)}
			{isError && data && (
				<p role="alert" className="font-medium text-danger">
					We couldn't refresh your links. This list may be out of date.
				</p>
			)}
			{isPending && <LinkListSkeleton />}
			{isError && !data && <LinksNotLoaded onRetry={() => void refetch()} />}
			{data?.totals.links === 0 && !isNarrowed && <NoLinks />}
			{data && hasTools && data.ids.length === 0 && <NothingFound isNarrowed={isNarrowed} onShowAll={showAll} />}
			{isChoosing && (
				<ChosenBar
					chosen={chosen}
					only={onlyChosen}
					total={ids.length}
					isNarrowed={isNarrowed}
					isArchive={search.filter === "archived"}
					actions={actions}
					exportHref={exportOf(chosen)}
					onChooseAll={choosing.chooseAll}
					onStop={stopChoosing}
				/>
			)}
			{data && data.ids.length > 0 && (
				<LinkList overview={data} onError={setRowsError}>
					{(link) => (
						<YourLink
							link={link}
							isNew={link.id === madeId}
							actions={actions}
							isChosen={isChoosing ? isChosen(link.id) : undefined}
							onToggle={choosing.toggle}
						/>
					)}
				</LinkList>
			)}
			<ManageTagsDialog
				isOpen={isManaging}
				tags={data?.tags ?? []}
				onClose={() => setIsManaging(false)}
				onChanged={(tag, name) => tag === search.tag && change({ tag: name }, { isTyped: true })}
			/>
			{dialogs}
		</section>
	);
}

type YourLinkProps = {
	link: ListedLink;
	isNew: boolean;
	actions: LinkAction[];
	/** Undefined while nobody chooses. */
	isChosen: boolean | undefined;
	onToggle: (id: number) => void;
};

/** A row, which is drawn anew only when something of it has changed: not for each key of a search. */
const YourLink = memo(function YourLink({ link, isNew, actions, isChosen, onToggle }: YourLinkProps) {
	return (
		<LinkRow
			link={link}
			isNew={isNew}
			actions={actions}
			note={<NewestDelivery linkId={link.id} />}
			choice={isChosen === undefined ? undefined : { isChosen, onToggle: () => onToggle(link.id) }}
		/>
	);
});

/** The address of a file with these links; null for none, and for more than one address names. */
function exportOf(chosen: number[]): string | null {
	if (chosen.length === 0 || chosen.length > LIST_LIMITS.changes) return null;
	return `${API.links.csv}?ids=${chosen.join(",")}`;
}

/** Always the same, so that nothing is drawn anew for it. */
const NONE: number[] = [];

/** No row to show, though there are links. */
function NothingFound({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
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
