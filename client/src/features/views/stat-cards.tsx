import { Bot, ChartNoAxesColumn, Link2, type LucideIcon, UserRound } from "lucide-react";
import { Card } from "#client/components/ui/card.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import type { ViewStats } from "#shared/views/view-stats.ts";

type StatCardsProps = {
	/** Undefined while it is not known. */
	totalLinks: number | undefined;
	views: ViewStats | undefined;
	/** They will not come. */
	isError: boolean;
};

/** How many links there are, and who has seen them. */
export function StatCards({ totalLinks, views, isError }: StatCardsProps) {
	return (
		<dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
			<StatCard label="Total Links" value={totalLinks} isError={isError} Icon={Link2} tone="text-ink" />
			<StatCard label="Total Views" value={views?.total} isError={isError} Icon={ChartNoAxesColumn} tone="text-ink" />
			<StatCard label="Human Views" value={views?.human} isError={isError} Icon={UserRound} tone="text-human" />
			<StatCard label="Bot Views" value={views?.bot} isError={isError} Icon={Bot} tone="text-bot" />
		</dl>
	);
}

type StatCardProps = { label: string; value: number | undefined; isError: boolean; Icon: LucideIcon; tone: string };

function StatCard({ label, value, isError, Icon, tone }: StatCardProps) {
	return (
		<Card className="flex flex-col gap-2 p-3.5 sm:p-5">
			<dt className="flex items-center gap-1.5 text-sm text-muted">
				<Icon aria-hidden="true" className={classNames("size-4 shrink-0", tone)} />
				{label}
			</dt>
			<dd className={classNames("h-9 font-display text-3xl leading-9 font-bold tracking-[-0.02em]", tone)}>
				{value === undefined ? isError ? "–" : <Skeleton className="h-9 w-16" /> : formatCount(value)}
			</dd>
		</Card>
	);
}
