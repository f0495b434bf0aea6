import { Bot, ChartNoAxesColumn, Link2, type LucideIcon, UserRound } from "lucide-react";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import type { ViewStats } from "#shared/public/views/view-stats.ts";

type StatCardsProps = {
	/** Undefined while it is not known. */
	totalLinks: number | undefined;
	views: ViewStats | undefined;
	/** Which of them will not come. */
	isLinksError: boolean;
	isViewsError: boolean;
};

/** How many links there are, and who has seen them. */
export function StatCards({ totalLinks, views, isLinksError, isViewsError: isError }: StatCardsProps) {
	return (
		<dl className="grid grid-cols-4 divide-x rounded-card border bg-surface">
			<StatCard label="Total Links" value={totalLinks} isError={isLinksError} Icon={Link2} tone="text-ink" />
			<StatCard label="Total Views" value={views?.total} isError={isError} Icon={ChartNoAxesColumn} tone="text-ink" />
			<StatCard label="Human Views" value={views?.human} isError={isError} Icon={UserRound} tone="text-human" />
			<StatCard label="Bot Views" value={views?.bot} isError={isError} Icon={Bot} tone="text-bot" />
		</dl>
	);
}

type StatCardProps = { label: string; value: number | undefined; isError: boolean; Icon: LucideIcon; tone: string };

function StatCard({ label, value, isError, Icon, tone }: StatCardProps) {
	return (
		<div className="flex min-w-0 flex-col px-1.5 py-1.5 max-md:items-center md:flex-row md:items-center md:justify-between md:gap-2 md:px-4">
			<dt className="flex items-center gap-1.5 text-xs whitespace-nowrap text-muted max-sm:tracking-tight md:text-sm">
				<Icon aria-hidden="true" className={classNames("size-4 shrink-0 max-md:hidden", tone)} />
				{label}
			</dt>
			<dd className={classNames("font-display text-lg leading-6 font-bold md:text-xl md:leading-8", tone)}>
				{value === undefined ? isError ? "–" : <Skeleton className="h-6 w-10 md:h-8" /> : formatCount(value)}
			</dd>
		</div>
	);
}
