import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useSignInAgain } from "#client/features/account/auth/use-sign-in-again.ts";
import { SendToYourself } from "#client/features/links/cards/send-to-yourself.tsx";
import { KeysDialog } from "#client/features/links/keys/keys-dialog.tsx";
import { focusedId, useListKeys } from "#client/features/links/keys/use-list-keys.ts";
import { ChosenBar } from "#client/features/links/list/chosen-bar.tsx";
import { FirstCard } from "#client/features/links/list/first-card.tsx";
import { LinkCount } from "#client/features/links/list/link-count.tsx";
import { LinkList } from "#client/features/links/list/link-list.tsx";
import { LinkListSkeleton, LinksNotLoaded, NoLinks } from "#client/features/links/list/link-list-states.tsx";
import { LinkRow } from "#client/features/links/list/link-row.tsx";
import { knownLink } from "#client/features/links/list/list.queries.ts";
import { ListHead } from "#client/features/links/list/list-head.tsx";
import { ListMenu } from "#client/features/links/list/list-menu.tsx";
import { ListNotes } from "#client/features/links/list/list-notes.tsx";
import { ListToolbar } from "#client/features/links/list/list-toolbar.tsx";
import { ManageTagsDialog } from "#client/features/links/list/manage-tags-dialog.tsx";
import { NothingFound } from "#client/features/links/list/nothing-found.tsx";
import { useChosen } from "#client/features/links/list/use-chosen.ts";
import { useEscape } from "#client/features/links/list/use-escape.ts";
import { useHasTools } from "#client/features/links/list/use-has-tools.ts";
import { useLinkOfList } from "#client/features/links/list/use-link-of-list.ts";
import type { useListAddress } from "#client/features/links/list/use-list-address.ts";
import { useOfferedActions } from "#client/features/links/palette/offered-actions.ts";
import { useBeginWithPage, usePastedPage } from "#client/features/links/prefill/begin-with-page.ts";
import { FromAnyPage } from "#client/features/links/prefill/from-any-page.tsx";
import { copyLink } from "#client/features/links/share/copy-link.ts";
import { savedLinkHere } from "#client/features/links/share/made-link.ts";
import { classNames } from "#client/lib/class-names.ts";
import { LIST_LIMITS, type LinkFilter, type LinkOverview } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { useLinkActions } from "./use-link-actions.tsx";

type YourLinksProps = {
	overview: UseQueryResult<LinkOverview>;
	address: ReturnType<typeof useListAddress>;
	/** The account's counters, next to the heading if there is space. */
	children: ReactNode;
};

/** The account's links with search, sorting and filters, and all features' actions. */
export function YourLinks({ overview: { data, isPending, isError, refetch }, address, children }: YourLinksProps) {
	const ids = data?.ids ?? NONE;
	const { actions, dialogs } = useLinkActions(ids, data?.tags ?? []);
	const { search, isNarrowed, change } = address;
	const { isChoosing, chosen, isChosen, ...choosing } = useChosen(ids);
	const only = useLinkOfList(isChoosing && chosen.length === 1 ? (chosen[0] ?? null) : null, data);
	const [saved] = useState(savedLinkHere);
	const [rowsError, setRowsError] = useState<Error | null>(null);
	useSignInAgain([rowsError]);
	const [isManaging, setIsManaging] = useState(false);
	const heading = useRef<HTMLHeadingElement>(null);
	const hasTools = useHasTools(data?.totals.links, search);
	usePastedPage(useBeginWithPage());
	const [isHelping, setIsHelping] = useState(false);
	const [isBookmarking, setIsBookmarking] = useState(false);
	const onHelp = () => setIsHelping(true);
	useListKeys({ ids, actions, onToggle: choosing.toggle, onHelp });
	const queryClient = useQueryClient();
	useOfferedActions({ actions, linkNow: () => knownLink(queryClient, focusedId() ?? 0), onHelp });
	useEscape(isChoosing, choosing.stop);

	// The pressed button disappears, so focus must move.
	function stopChoosing(): void {
		choosing.stop();
		heading.current?.focus({ preventScroll: true });
	}

	function show(filter: LinkFilter | undefined): void {
		change({ q: "", filter, tag: undefined });
		heading.current?.focus({ preventScroll: true });
	}

	const isFirst = data?.totals.links === 1 && saved?.kind === "new";
	const bar = isChoosing && (
		<ChosenBar
			chosen={chosen}
			only={only}
			total={ids.length}
			isNarrowed={isNarrowed}
			isArchive={search.filter === "archived"}
			actions={actions}
			exportHref={exportOf(chosen)}
			onChooseAll={choosing.chooseAll}
			onStop={stopChoosing}
		/>
	);
	return (
		<section aria-labelledby="your-links" className={classNames("flex flex-col gap-2", isChoosing && "max-md:pb-28")}>
			<ListHead
				heading={heading}
				counters={children}
				count={
					data && (
						<LinkCount
							found={data.ids.length}
							total={data.totals.links}
							archived={data.totals.archived}
							isNarrowed={isNarrowed}
							onShowArchived={() => show("archived")}
						/>
					)
				}
				bar={!hasTools && bar}
				menu={
					data && (
						<ListMenu
							rows={ids.length}
							readAt={data.readAt}
							hasTags={data.tags.length > 0}
							isChoosing={isChoosing}
							onTags={() => setIsManaging(true)}
							onSelect={choosing.start}
							onStop={choosing.stop}
							onBookmarklet={() => setIsBookmarking(true)}
							onKeys={onHelp}
						/>
					)
				}
			/>
			{hasTools && (
				<div
					data-chosen-bar={isChoosing ? "" : undefined}
					className={classNames(isChoosing && "z-20 bg-paper short:static! md:sticky md:top-16 md:-my-1 md:py-1")}
				>
					{bar}
					<ListToolbar
						search={search}
						change={change}
						tags={data?.tags ?? []}
						totals={data?.totals}
						className={classNames(isChoosing && "md:hidden")}
					/>
				</div>
			)}
			{data && <ListNotes totals={data.totals} filter={search.filter} onShow={show} />}
			{isError && data && (
				<p role="alert" className="font-medium text-danger">
					We couldn't refresh your links. This list may be out of date.
				</p>
			)}
			{isPending && <LinkListSkeleton />}
			{isError && !data && <LinksNotLoaded onRetry={() => void refetch()} />}
			{data?.totals.links === 0 && !isNarrowed && <NoLinks />}
			{data && data.ids.length === 0 && (data.totals.links > 0 || isNarrowed) && (
				<NothingFound isNarrowed={isNarrowed} onShowAll={() => show(isNarrowed ? undefined : "archived")} />
			)}
			{data && data.ids.length > 0 && (
				<LinkList overview={data} savedId={saved?.id ?? null} onError={setRowsError}>
					{(link) => (
						<LinkRow
							link={link}
							saved={link.id === saved?.id ? saved.kind : null}
							actions={actions}
							isChosen={isChosen(link.id)}
							isChoosing={isChoosing}
							onToggle={choosing.toggle}
						/>
					)}
				</LinkList>
			)}
			{data?.links[0] && !isNarrowed && (
				<FirstCard isShown={isFirst} link={data.links[0]}>
					<SendToYourself link={data.links[0]} onCopy={isFirst ? copyLink : undefined} />
				</FirstCard>
			)}
			<ManageTagsDialog
				isOpen={isManaging}
				tags={data?.tags ?? []}
				onClose={() => setIsManaging(false)}
				onChanged={(tag, name) => tag === search.tag && change({ tag: name }, { isTyped: true })}
			/>
			<KeysDialog isOpen={isHelping} actions={actions} onClose={() => setIsHelping(false)} />
			<FromAnyPage isOpen={isBookmarking} onClose={() => setIsBookmarking(false)} />
			{dialogs}
		</section>
	);
}

/** The URL of a CSV export; null without links, or with too many for one URL. */
function exportOf(chosen: number[]): string | null {
	if (chosen.length === 0 || chosen.length > LIST_LIMITS.changes) return null;
	return `${API.links.csv}?ids=${chosen.join(",")}`;
}

/** Stable, so that nothing rerenders. */
const NONE: number[] = [];
