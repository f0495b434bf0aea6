import { memo } from "react";
import { Link } from "wouter";
import { LinkImage } from "#client/components/ui/link-preview.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { paths } from "#client/lib/paths.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import type { LinkAction } from "../actions/link-action.ts";
import { LinkMenu } from "../actions/link-menu.tsx";
import { siteOf } from "../prefill/page-address.ts";
import { CopyAddress } from "../share/copy-address.tsx";
import type { SavedKind } from "../share/made-link.ts";
import { RowCounts } from "./row-counts.tsx";
import { RowMarks, RowTags } from "./row-notes.tsx";
import { useRowFocus } from "./use-row-focus.ts";

type LinkRowProps = {
	link: ListedLink;
	saved: SavedKind | null;
	actions: LinkAction[];
	isChosen: boolean;
	/** In selection mode, every row shows its checkbox. */
	isChoosing: boolean;
	/** @param isRange whether all rows since the last toggled one are included */
	onToggle: (id: number, isRange: boolean) => void;
};

/**
 * The title's link covers the row; other controls lie above it (P331). Memoized, so that only changed rows rerender.
 */
export const LinkRow = memo(function LinkRow({ link, saved, actions, isChosen, isChoosing, onToggle }: LinkRowProps) {
	const { rowProps, stopProps } = useRowFocus(STOPS);
	return (
		<div
			role="toolbar"
			aria-label={link.title}
			{...rowProps}
			className={classNames(
				"group relative grid h-[5.625rem] grid-cols-[3.5rem_minmax(0,1fr)_auto_2.75rem] grid-rows-2 items-center gap-x-2 border-b pl-2 md:h-16 md:grid-cols-[5.25rem_minmax(0,1fr)_auto_auto_auto] md:grid-rows-[auto_auto] md:content-center md:gap-x-4 md:pr-2 md:pl-3",
				isChosen ? "bg-accent/8" : saved ? "bg-human/8" : "hover:bg-sunken",
			)}
		>
			{saved && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-[3px] bg-human" />}
			<div className="relative row-span-2">
				<LinkImage imageUrl={link.imageUrl} className="rounded-[6px] border" />
				<label className={classNames("absolute -inset-2 z-10", !isChoosing && HIDDEN_CHECKBOX)}>
					<input
						type="checkbox"
						checked={isChosen}
						onChange={({ nativeEvent }) =>
							onToggle(link.id, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
						}
						aria-label={`Choose ${link.title}`}
						{...stopProps("choose")}
						className="absolute top-1 left-1 size-5 rounded-[6px] accent-accent ring-2 ring-surface"
					/>
				</label>
			</div>
			<div className="col-span-2 flex min-w-0 items-center gap-2 md:col-span-1">
				<Link
					href={link.disabled ? paths.linkStats(link.linkSlug) : paths.editLink(link.linkSlug)}
					{...stopProps("title")}
					dir="auto"
					className="truncate leading-6 font-semibold after:absolute after:inset-0"
				>
					<span className="sr-only">{link.disabled ? "Statistics of " : "Edit "}</span>
					{link.title}
				</Link>
				<RowMarks link={link} saved={saved} />
			</div>
			<div className="col-start-2 row-start-2 flex min-w-0 items-center gap-2 text-sm">
				<CopyAddress
					link={link}
					{...stopProps("copy")}
					className="relative z-10 max-md:min-h-11 max-md:overflow-hidden max-md:text-[0.8125rem]!"
				/>
				<span className="hidden max-w-[45%] min-w-16 truncate text-muted md:block">
					<span aria-hidden="true">→ </span>
					<span className="sr-only">leads to </span>
					{siteOf(link.targetUrl)}
				</span>
			</div>
			<RowTags tags={link.tags} />
			<RowCounts link={link} {...stopProps("figures")} />
			<div className="relative z-10 col-start-4 row-start-1 md:col-start-5 md:row-span-2">
				<LinkMenu link={link} actions={actions} tabIndex={stopProps("menu").tabIndex} />
			</div>
		</div>
	);
});

const STOPS = ["choose", "title", "copy", "figures", "menu"];
/** Appears over the image on hover and keyboard focus; on touch screens, 'Select' shows all of them. */
const HIDDEN_CHECKBOX =
	"opacity-0 focus-within:opacity-100 [:root:not([data-by-pointer])_.group:focus-within_&]:opacity-100 hover:opacity-100 max-md:[@media(hover:none)]:hidden";
