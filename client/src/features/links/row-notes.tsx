import type { ReactNode } from "react";
import { classNames } from "#client/lib/class-names.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import { ScheduleNote } from "./schedule-note.tsx";

/** Tags that a row shows; the others are counted there, and read out. */
const TAGS_SHOWN = 3;

type RowNotesProps = { link: ListedLink; isNew: boolean; children: ReactNode };

/** The last line of a row: its state, its tags and what comes later. It has its place before there is anything to say. */
export function RowNotes({ link, isNew, children }: RowNotesProps) {
	return (
		<div className="flex h-5 w-full items-center gap-2 overflow-hidden text-sm whitespace-nowrap md:h-[1.125rem] [&>*]:leading-[1.125rem]">
			{isNew && <p className="rounded-full border border-accent px-2 leading-4! font-semibold text-accent">New</p>}
			{link.archived && <p className="font-semibold text-muted">Archived</p>}
			{link.disabled && <p className="font-semibold text-danger">Disabled</p>}
			<ScheduleNote link={link} />
			<RowTags tags={link.tags} />
			<div className="min-w-0 shrink-4">{children}</div>
		</div>
	);
}

function RowTags({ tags }: { tags: string[] }) {
	if (tags.length === 0) return null;
	const hidden = tags.slice(TAGS_SHOWN);
	return (
		<ul aria-label="Tags" title={tags.join(", ")} className="flex min-w-12 shrink gap-1 overflow-hidden text-muted">
			{tags.map((tag, n) => (
				<li
					key={tag}
					className={classNames("truncate rounded-full bg-sunken px-2.5", n < TAGS_SHOWN ? "min-w-8" : "sr-only")}
				>
					{tag}
				</li>
			))}
			{hidden.length > 0 && <li aria-hidden="true">+{hidden.length}</li>}
		</ul>
	);
}
