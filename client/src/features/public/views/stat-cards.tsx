import { Bot, ChartNoAxesColumn, Link2, type LucideIcon, UserRound } from "lucide-react";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import type { ViewStats } from "#shared/public/views/view-stats.ts";

type StatCardsProps = {
	totalLinks: number | undefined;
	views: ViewStats | undefined;
	isLinksError: boolean;
	isViewsError: boolean;
};

/** The number of links and their views: next to a heading on wide screens, else in a row. */
export function StatCards({ totalLinks, views, isLinksError, isViewsError: isError }: StatCardsProps) {
	return (
		<dl className="grid grid-cols-4 divide-x rounded-card border bg-surface lg:w-fit lg:gap-x-6 lg:divide-x-0 lg:border-0 lg:bg-transparent">
			<StatCard label="Total Links" value={totalLinks} isError={isLinksError} Icon={Link2} tone="text-ink" />
			<StatCard label="Total Views" value={views?.total} isError={isError} Icon={ChartNoAxesColumn} tone="text-ink" />
			<StatCard label="Human Views" value={views?.human} isError={isError} Icon={UserRound} tone="text-human" />
			<StatCard label="Bot Views" value={views?.bot} isError={isError} Icon={Bot} tone="text-bot" />
		</dl>
	);
}

type StatCardProps = { label: string; value: number | undefined; isError: boolean; Icon: LucideIcon; tone: string };

/** Its width doesn't depend on the number. */
function StatCard({ label, value, isError, Icon, tone }: StatCardProps) {
	return (
		<div className="flex min-w-0 flex-col items-center px-1.5 py-1.5 lg:min-w-24 lg:items-end lg:p-0">
			<dt className="flex items-center gap-1 text-xs whitespace-nowrap text-muted max-sm:tracking-tight">
				<Icon aria-hidden="true" className={classNames("size-3.5 shrink-0 max-md:hidden", tone)} />
				{label}
			</dt>
			<dd className={classNames("font-display text-lg leading-6 font-bold tabular-nums", tone)}>
				{value === undefined ? isError ? "–" : <Skeleton className="h-6 w-10" /> : formatCount(value)}
			</dd>
		</div>
	);
}
