import type { ReactNode } from "react";
import { classNames } from "#client/lib/class-names.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import { ScheduleNote } from "./schedule-note.tsx";

/** What does not fit wraps below it, out of sight. On phones it begins below the picture, and has its width, too. */
const PLACE =
	"max-sm:-ml-28 max-sm:w-[calc(100%+7rem)] sm:max-md:-ml-40 sm:max-md:w-[calc(100%+10rem)] md:h-[1.125rem] md:w-full [&>*]:leading-[1.125rem]";

type RowNotesProps = { link: ListedLink; isNew: boolean; children: ReactNode };

/** The last line of a row: its state, its tags and what comes later. It has its place before there is anything to say. */
export function RowNotes({ link, isNew, children }: RowNotesProps) {
	return (
		<div
			className={classNames("flex h-5 flex-wrap items-center gap-2 overflow-hidden text-sm whitespace-nowrap", PLACE)}
		>
			{isNew && <p className="rounded-full border border-accent px-2 leading-4! font-semibold text-accent">New</p>}
			{link.archived && <p className="font-semibold text-muted">Archived</p>}
			{link.disabled && <p className="font-semibold text-danger">Disabled</p>}
			<ScheduleNote link={link} />
			<RowTags tags={link.tags} />
			<div className="min-w-0 grow basis-24 empty:hidden">{children}</div>
		</div>
	);
}

/** Those that fit; all of them on hover, and read out. */
function RowTags({ tags }: { tags: string[] }) {
	if (tags.length === 0) return null;
	return (
		<ul aria-label="Tags" className="contents text-muted">
			{tags.map((tag) => (
				<li
					key={tag}
					title={tags.join(", ")}
					className="max-w-full truncate rounded-full bg-sunken px-2.5 leading-[1.125rem]"
				>
					{tag}
				</li>
			))}
		</ul>
	);
}
