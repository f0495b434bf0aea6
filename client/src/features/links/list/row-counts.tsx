import { Bot, UserRound } from "lucide-react";
import { Link } from "wouter";
import { formatCount } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import type { ListedLink } from "#shared/links/link-list.ts";

type RowCountsProps = { link: ListedLink; tabIndex: number; "data-stop": string };

/** How many people and how many bots saw a link; leads to its statistics. */
export function RowCounts({ link, ...stop }: RowCountsProps) {
	return (
		<Link
			href={paths.linkStats(link.linkSlug)}
			{...stop}
			className="relative z-10 col-start-3 row-start-2 flex min-h-11 items-center justify-end gap-3 rounded-[6px] px-2 text-sm font-semibold tabular-nums hover:bg-line/60 md:col-start-4 md:row-span-2 md:row-start-1 md:min-h-9 md:min-w-32"
		>
			<span className="sr-only">Statistics of {link.title}: </span>
			<span className="inline-flex items-center gap-1 text-human">
				<UserRound aria-hidden="true" className="size-4" />
				{formatCount(link.viewsHuman)}
				<span className="sr-only"> human views, </span>
			</span>
			<span className="inline-flex items-center gap-1 text-bot">
				<Bot aria-hidden="true" className="size-4" />
				{formatCount(link.viewsBot)}
				<span className="sr-only"> bot views</span>
			</span>
		</Link>
	);
}
