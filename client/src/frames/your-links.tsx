import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { useSignInAgain } from "#client/features/account/auth/use-sign-in-again.ts";
import { SendToYourself } from "#client/features/links/cards/send-to-yourself.tsx";
import { FlaggedLine } from "#client/features/links/flags/flagged-line.tsx";
import { KeysDialog } from "#client/features/links/keys/keys-dialog.tsx";
import { focusedId, useListKeys } from "#client/features/links/keys/use-list-keys.ts";
import { ChosenBar } from "#client/features/links/list/chosen-bar.tsx";
import { FirstCard } from "#client/features/links/list/first-card.tsx";
import { LinkCount } from "#client/features/links/list/link-count.tsx";
import { LinkList } from "#client/features/links/list/link-list.tsx";
import { LinkListSkeleton, LinksNotLoaded, NoLinks } from "#client/features/links/list/link-list-states.tsx";
import { LinkRow } from "#client/features/links/list/link-row.tsx";
import { knownLink } from "#client/features/links/list/list.queries.ts";
import { ListMenu } from "#client/features/links/list/list-menu.tsx";
import { ListToolbar } from "#client/features/links/list/list-toolbar.tsx";
import { ManageTagsDialog } from "#client/features/links/list/manage-tags-dialog.tsx";
import { useChosen } from "#client/features/links/list/use-chosen.ts";
import { useLinkOfList } from "#client/features/links/list/use-link-of-list.ts";
import type { useListAddress } from "#client/features/links/list/use-list-address.ts";
import { useOfferedActions } from "#client/features/links/palette/offered-actions.ts";
import { useBeginWithPage, usePastedPage } from "#client/features/links/prefill/begin-with-page.ts";
import { copyLink } from "#client/features/links/share/copy-link.ts";
import { savedLinkHere } from "#client/features/links/share/made-link.ts";
import { classNames } from "#client/lib/class-names.ts";
import { LIST_LIMITS, type LinkOverview } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { useLinkActions } from "./use-link-actions.tsx";

type YourLinksProps = {
	overview: UseQueryResult<LinkOverview>;
	address: ReturnType<typeof useListAddress>;
};

/** The links of the account with search, order and filters, and what every feature does with one of them. */
export function YourLinks({ overview: { data, isPending, isError, refetch }, address }: YourLinksProps) {
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
	// Before one knows, the tools keep their place, so that nothing jumps.
	const hadTools = useRef(false);
	const hasTools = data ? data.totals.links > 0 || isNarrowed : !isError || isNarrowed || hadTools.current;
	useEffect(() => {
		hadTools.current = hasTools;
	});
	usePastedPage(useBeginWithPage());
	const [isHelping, setIsHelping] = useState(false);
	const onHelp = () => setIsHelping(true);
	useListKeys({ ids, actions, onToggle: choosing.toggle, onHelp });
	const queryClient = useQueryClient();
	useOfferedActions({ actions, linkNow: () => knownLink(queryClient, focusedId() ?? 0), onHelp });
	useEscape(isChoosing, choosing.stop);

	// What was pressed goes, so the focus needs a new home.
	function stopChoosing(): void {
		choosing.stop();
		heading.current?.focus({ preventScroll: true });
	}

	function showAll(): void {
		change({ q: "", filter: isNarrowed ? undefined : "archived", tag: undefined });
		heading.current?.focus({ preventScroll: true });
	}

	return (
		<section aria-labelledby="your-links" className={classNames("flex flex-col gap-2", isChoosing && "max-md:pb-28")}>
			<div
				data-chosen-bar={isChoosing ? "" : undefined}
				className={classNames(
					"flex flex-wrap items-center gap-x-2 gap-y-2 lg:flex-nowrap",
					isChoosing && "z-20 bg-paper short:static! md:sticky md:top-16 md:-my-1 md:py-1",
				)}
			>
				{/* As wide for "1 of 40 links" as for "40 links": the search next to it stays while one types. */}
				<div className={classNames("flex min-w-0 items-center gap-x-2", !isChoosing && "lg:w-72 lg:shrink-0")}>
					<h2 ref={heading} id="your-links" tabIndex={-1} className="text-xl whitespace-nowrap outline-none">
						Your Links
					</h2>
					{data && hasTools && (
						<LinkCount
							found={data.ids.length}
							total={data.totals.links}
							archived={data.totals.archived}
							isNarrowed={isNarrowed}
							isHidden={isChoosing}
						/>
					)}
				</div>
				{isChoosing && (
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
				)}
				{hasTools && (
					<>
						<ListToolbar
							search={search}
							change={change}
							tags={data?.tags ?? []}
							className={classNames("order-last w-full lg:order-none lg:w-auto lg:flex-1", isChoosing && "md:hidden")}
						/>
						<div className={classNames("ml-auto flex items-center", isChoosing && "md:hidden")}>
							{ids.length > 0 && (
								<Button
									variant="ghost"
									size="sm"
									className="px-2! lg:hidden lg:pointer-coarse:inline-flex"
									aria-pressed={isChoosing}
									onClick={isChoosing ? choosing.stop : choosing.start}
								>
									Select
								</Button>
							)}
							<ListMenu
								readAt={data?.readAt}
								hasTags={data !== undefined && data.tags.length > 0}
								onTags={() => setIsManaging(true)}
								onSelect={choosing.start}
								onKeys={onHelp}
							/>
						</div>
					</>
				)}
			</div>
			{data?.totals.flagged !== undefined && search.filter !== "flagged" && (
				<FlaggedLine
					flagged={data.totals.flagged}
					onShow={() => change({ q: "", filter: "flagged", tag: undefined })}
				/>
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
				<FirstCard isShown={data.totals.links === 1 && saved?.kind === "new"} link={data.links[0]}>
					<SendToYourself link={data.links[0]} onCopy={(shortUrl) => void copyLink(shortUrl)} />
				</FirstCard>
			)}
			<ManageTagsDialog
				isOpen={isManaging}
				tags={data?.tags ?? []}
				onClose={() => setIsManaging(false)}
				onChanged={(tag, name) => tag === search.tag && change({ tag: name }, { isTyped: true })}
			/>
			<KeysDialog isOpen={isHelping} actions={actions} onClose={() => setIsHelping(false)} />
			{dialogs}
		</section>
	);
}

/** Escape ends choosing, unless it closes a menu or a dialog, or leaves a field. */
function useEscape(isOn: boolean, end: () => void): void {
	const latest = useRef(end);
	latest.current = end;
	useEffect(() => {
		if (!isOn) return;
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
			const target = event.target instanceof Element ? event.target : null;
			if (target?.closest("[role=dialog], [role=menu], [type=search], select")) return;
			latest.current();
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [isOn]);
}

/** The address of a file with these links; null for none, and for more than one address names. */
function exportOf(chosen: number[]): string | null {
	if (chosen.length === 0 || chosen.length > LIST_LIMITS.changes) return null;
	return `${API.links.csv}?ids=${chosen.join(",")}`;
}

/** Always the same, so that nothing is drawn again for it. */
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
