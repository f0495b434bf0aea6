import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useLocation } from "wouter";
import { buttonClass } from "#client/components/ui/button.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { UpgradeLink, UpgradeToPlan } from "#client/components/ui/upgrade-link.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { ApiError, saidBy } from "#client/lib/api-client.ts";
import { classNames } from "#client/lib/class-names.ts";
import { paths } from "#client/lib/paths.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { useQueryString } from "#client/lib/use-query-string.ts";
import { RANGES } from "#shared/analytics/chart.ts";
import { chartDays, planHas, planWithMoreDays } from "#shared/billing/plans/plan-features.ts";
import { canBeTriedAgain, chartPath, chartQuery } from "./analytics.queries.ts";
import { type ChartWish, pageQuery, readView, readWish } from "./chart-address.ts";
import { ChartSections } from "./chart-sections.tsx";
import { ChartSettings } from "./chart-settings.tsx";
import { dayIn } from "./day-in.ts";
import { RangePicker } from "./range-picker.tsx";
import { TagTable } from "./tag-table.tsx";
import { asOfWords } from "./words.ts";

type ChartsPanelProps = {
	heading: ReactNode;
	linkId: number | null;
	share: ReactNode;
	/** What comes after the charts, once their height is known. */
	below?: ReactNode;
};

/** Charts of a link or of the account, with what they show in the page's address. */
export function ChartsPanel({ heading, linkId, share, below }: ChartsPanelProps) {
	const [path, navigate] = useLocation();
	const query = useQueryString();
	const wish = readWish(query);
	const view = readView(query);
	const lockedId = useId();
	const { data, error, isFetching, refetch } = useQuery(chartQuery(linkId, wish));
	useAskAgain([chartQuery(linkId, wish).queryKey]);

	function change(changed: Partial<ChartWish>, to = view): void {
		// The state defines how the page can be left.
		const state = window.history.state as unknown;
		navigate(path + pageQuery({ ...wish, ...changed }, to), { replace: true, state });
	}

	return (
		<div className="flex flex-col gap-3 md:gap-4">
			<div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 lg:grid-cols-[minmax(0,1fr)_auto_auto]">
				{heading}
				<div className="flex gap-2 print:hidden">
					<CsvButton href={`${chartPath(linkId, wish)}&format=csv`} />
					<ChartSettings
						zone={wish.zone}
						view={view}
						onZone={(zone) => change({ zone })}
						onView={(to) => change({}, to)}
					/>
				</div>
				<RangePicker
					wish={wish}
					shown={data && { from: data.from, to: data.to }}
					describedBy={lockedId}
					onChange={change}
				/>
			</div>
			<p role="status" className="sr-only">
				{isFetching ? "Loading the charts" : data ? "The charts are shown" : ""}
			</p>
			{error ? (
				<NotLoaded error={error} onRetry={() => void refetch()} />
			) : data ? (
				<div className={classNames("flex flex-col gap-4 transition-opacity", isFetching && "opacity-60")}>
					{data.asOf && (
						<p className="text-sm text-muted">{asOfWords({ asOf: data.asOf, zone: data.zone }, new Date())}</p>
					)}
					<ChartSections
						chart={data}
						only={wish.only}
						view={view}
						today={dayIn(wish.zone, new Date())}
						share={share}
						locked={<LockedCharts id={lockedId} />}
						tags={
							linkId === null && (
								<TagTable
									wish={wish}
									onChoose={(value) => change({ only: value === null ? null : { dimension: "tag", value } })}
								/>
							)
						}
						onChoose={(only) => change({ only })}
						linkHref={(slug) => paths.linkStats(slug) + pageQuery({ ...wish, only: null }, view)}
					/>
				</div>
			) : (
				<Loading />
			)}
			{data && <p className="text-sm text-muted print:hidden">Your own visits with "Open" aren't counted.</p>}
			{(data || error) && below}
		</div>
	);
}

function CsvButton({ href }: { href: string }) {
	const { subscription } = useActiveSubscription();
	if (!planHas(subscription?.planId, "csv")) return null;
	return (
		<a href={href} download className={classNames(buttonClass({ variant: "secondary" }), "max-md:w-11 max-md:px-0!")}>
			<Download aria-hidden="true" />
			<span className="max-md:sr-only">Download CSV</span>
		</a>
	);
}

function LockedCharts({ id }: { id: string }) {
	const { subscription } = useActiveSubscription();
	const planId = subscription?.planId;
	const allowed = chartDays(planId);
	const hasCsv = planHas(planId, "csv");
	const isShort = Object.values(RANGES).some((days) => days > allowed);
	if (hasCsv && !isShort) return null;
	return (
		<div className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted print:hidden">
			{isShort && (
				<p id={id}>
					Your plan's charts go back {allowed} days. <UpgradeToPlan plan={planWithMoreDays(planId)} />
				</p>
			)}
			{!hasCsv && (
				<p>
					CSV files: <UpgradeLink feature="csv" />
				</p>
			)}
		</div>
	);
}

const CARDS = [1, 2, 3, 4];

function Loading() {
	return (
		<div aria-hidden="true" className="flex flex-col gap-4">
			<Skeleton className="h-88 w-full" />
			<div className="grid gap-4 min-[900px]:grid-cols-2">
				{CARDS.map((card) => (
					<Skeleton key={card} className="h-80" />
				))}
			</div>
		</div>
	);
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
	const { subscription } = useActiveSubscription();
	const isPlan = error instanceof ApiError && error.kind === "plan_required";
	const retry = canBeTriedAgain(error) ? { onRetry } : {};
	return (
		<LoadFailed
			look="page"
			wayOut={isPlan && <UpgradeToPlan plan={planWithMoreDays(subscription?.planId)} />}
			{...retry}
		>
			{saidBy(error) ?? "The charts could not be loaded."}
		</LoadFailed>
	);
}
