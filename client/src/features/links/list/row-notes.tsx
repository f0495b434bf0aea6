import type { ListedLink } from "#shared/links/link-list.ts";
import { shortDay } from "../health/health-words.ts";
import type { SavedKind } from "../share/made-link.ts";
import { ScheduleNote } from "./schedule-note.tsx";

/** A row's states next to its title, those that need action first, because phones cut off the end. */
export function RowMarks({ link, saved }: { link: ListedLink; saved: SavedKind | null }) {
	return (
		<div className="flex max-w-[55%] min-w-0 shrink-0 items-center gap-2 text-sm whitespace-nowrap *:shrink-0 *:last:min-w-0 *:last:shrink *:last:truncate empty:hidden">
			{link.archived && <p className="font-semibold text-muted">Archived</p>}
			{link.disabled && <p className="font-semibold text-danger">Disabled</p>}
			{link.flagState && (
				<p className="font-semibold text-warn">{link.flagState === "blocked" ? "Blocked" : "Flagged"}</p>
			)}
			{saved && (
				<p className="rounded-full border border-human px-2 leading-5 font-semibold text-human">
					{saved === "new" ? "New" : "Saved"}
				</p>
			)}
			{link.targetHealth?.goneSince && (
				<p className="font-semibold text-warn">
					Target not found
					<span className="max-md:hidden"> since {shortDay(link.targetHealth.goneSince)}</span>
				</p>
			)}
			<ScheduleNote link={link} />
		</div>
	);
}

/** The first tag and the number of others; all of them on hover and for screen readers. Hidden on phones. */
export function RowTags({ tags }: { tags: string[] }) {
	const [first, ...more] = tags;
	if (first === undefined) return null;
	return (
		<ul
			aria-label="Tags"
			title={tags.join(", ")}
			className="relative hidden max-w-32 items-center gap-1.5 text-sm text-muted md:col-start-3 md:row-span-2 md:row-start-1 md:flex lg:max-w-44"
		>
			<li className="min-w-0 truncate rounded-full bg-sunken px-2.5 leading-6 group-hover:bg-line">{first}</li>
			{more.length > 0 && (
				<li className="shrink-0">
					<span aria-hidden="true">+{more.length}</span>
					<span className="sr-only">{more.join(", ")}</span>
				</li>
			)}
		</ul>
	);
}
