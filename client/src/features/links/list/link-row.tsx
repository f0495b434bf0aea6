import { ExternalLink, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { buttonClass } from "#client/components/ui/button.tsx";
import { LinkPicture } from "#client/components/ui/link-preview.tsx";
import { Tooltip } from "#client/components/ui/tooltip.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatDate, shortAddress } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import type { LinkAction } from "../actions/link-action.ts";
import { LinkMenu } from "../actions/link-menu.tsx";
import { withoutQuery } from "../prefill/page-address.ts";
import { CopyLinkButton } from "../share/copy-link-button.tsx";
import { LinkViews } from "./link-views.tsx";
import { RowNotes } from "./row-notes.tsx";
import { TopSource } from "./top-source.tsx";
import { useRowFocus } from "./use-row-focus.ts";

type LinkRowProps = {
	link: ListedLink;
	/** It has just been made. */
	isNew: boolean;
	actions: LinkAction[];
	/** While somebody chooses several: whether this one is chosen, and what changes that. */
	choice?: { isChosen: boolean; onToggle: () => void } | undefined;
	note: ReactNode;
};

/** A link among others: its card in small, where it leads, who saw it, and what can be done with it. */
export function LinkRow({ link, isNew, actions, choice, note }: LinkRowProps) {
	const { rowProps, stopProps } = useRowFocus([
		...(choice ? ["choose"] : []),
		...["target", "open", "copy"],
		...(link.disabled ? [] : ["edit"]),
		"menu",
	]);
	return (
		<div
			role="toolbar"
			aria-label={link.title}
			{...rowProps}
			className={classNames(
				"flex flex-col gap-2 rounded-card border bg-surface p-3 transition-colors md:min-h-[6.375rem] md:flex-row md:items-center md:gap-6 md:pr-4",
				isNew || choice?.isChosen ? "border-accent" : "hover:border-control",
			)}
		>
			<div className="flex min-w-0 flex-1 items-start gap-4">
				{choice && (
					<label className="-m-3 -mr-4 grid size-11 shrink-0 place-items-center self-center">
						<input
							type="checkbox"
							checked={choice.isChosen}
							onChange={choice.onToggle}
							aria-label={`Choose ${link.title}`}
							{...stopProps("choose")}
							className="size-5 accent-accent"
						/>
					</label>
				)}
				<LinkPicture imageUrl={link.imageUrl} className="w-24 shrink-0 rounded-control border sm:w-36" />
				<div className="flex min-w-0 flex-1 flex-col items-start">
					<p dir="auto" className="w-full truncate leading-[1.375rem] font-semibold">
						{link.title}
					</p>
					<Tooltip text={<span className="wrap-anywhere">{link.targetUrl}</span>}>
						<a {...stopProps("target")} {...elsewhere(link.targetUrl)} className={ADDRESS}>
							<span className="truncate">
								<span className="sr-only">Leads to </span>
								{withoutQuery(link.targetUrl)}
							</span>
						</a>
					</Tooltip>
					<a {...stopProps("open")} {...elsewhere(link.shortUrl)} className={classNames(ADDRESS, "text-ink")}>
						<span className="truncate">{shortAddress(link.shortUrl)}</span>
						<ExternalLink aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
					</a>
					<RowNotes link={link} isNew={isNew}>
						{note}
					</RowNotes>
				</div>
			</div>
			<div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 md:flex-nowrap">
				<div className="flex w-full flex-col gap-1 md:w-auto md:items-end">
					<LinkViews link={link} />
					<div className="flex gap-x-4 md:contents">
						<p className="text-sm whitespace-nowrap text-muted">
							<span className="sr-only">Made </span>
							{formatDate(link.createdAt)}
						</p>
						<TopSource link={link} className="md:max-w-44 lg:max-w-60" />
					</div>
				</div>
				<div className="-mr-2 ml-auto flex items-center gap-0.5 md:mr-0">
					<CopyLinkButton link={link} {...stopProps("copy")} />
					{!link.disabled && (
						<Link
							href={paths.editLink(link.linkSlug)}
							{...stopProps("edit")}
							className={classNames(buttonClass({ variant: "ghost", size: "sm" }), "max-md:min-h-11")}
						>
							<Pencil aria-hidden="true" />
							<span>
								Edit<span className="sr-only"> {link.title}</span>
							</span>
						</Link>
					)}
					<LinkMenu link={link} actions={actions} tabIndex={stopProps("menu").tabIndex} />
				</div>
			</div>
		</div>
	);
}

const ADDRESS =
	"inline-flex max-w-full items-center gap-1.5 rounded-[4px] text-sm leading-[1.125rem] text-muted underline-offset-2 hover:underline max-md:min-h-11";

function elsewhere(href: string) {
	return { href, target: "_blank", rel: "noreferrer" };
}
