import { Bot, type LucideIcon, UserRound } from "lucide-react";
import { Link } from "wouter";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import type { ListedLink } from "#shared/links/link-list.ts";

type RowCountsProps = { link: ListedLink; tabIndex: number; "data-stop": string };

/** A link's views by people and by bots, each in its column; links to its statistics. */
export function RowCounts({ link, ...stop }: RowCountsProps) {
	return (
		<Link
			href={paths.linkStats(link.linkSlug)}
			{...stop}
			className="relative z-10 col-span-2 col-start-3 row-start-2 flex min-h-11 items-center justify-end gap-2 rounded-[6px] px-2 text-[0.8125rem] font-semibold tabular-nums hover:bg-line/60 md:col-span-1 md:col-start-4 md:row-span-2 md:row-start-1 md:min-h-9 md:gap-4 md:text-sm lg:gap-6"
		>
			<span className="sr-only">Statistics of {link.title}: </span>
			<Figure Icon={UserRound} count={link.viewsHuman} name="human views, " tone="text-human" />
			<Figure Icon={Bot} count={link.viewsBot} name="bot views" tone="text-bot" />
		</Link>
	);
}

type FigureProps = { Icon: LucideIcon; count: number; name: string; tone: string };

/** On wide screens as wide as the counters above the list, to align the numbers. */
function Figure({ Icon, count, name, tone }: FigureProps) {
	return (
		<span
			className={classNames("flex min-w-9 items-center justify-end gap-0.5 md:min-w-18 md:gap-1.5 lg:min-w-24", tone)}
		>
			<Icon aria-hidden="true" className="size-3.5 shrink-0 md:size-4" />
			<span className="min-w-5 text-end md:min-w-9">
				{formatCount(count)}
				<span className="sr-only"> {name}</span>
			</span>
		</span>
	);
}
