import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
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
import { planHas, planWithMoreDays } from "#shared/billing/plans/plan-features.ts";
import { canBeTriedAgain, chartPath, chartQuery } from "./analytics.queries.ts";
import { type ChartWish, readWish, writeWish } from "./chart-address.ts";
import { ChartSections } from "./chart-sections.tsx";
import { RangePicker } from "./range-picker.tsx";
import { TagTable } from "./tag-table.tsx";

type ChartsPanelProps = {
	/** In line with the choice of days. */
	heading?: ReactNode;
	/** Null: of the whole account. */
	linkId: number | null;
	/** Ways to share, where nothing was seen yet. */
	share: ReactNode;
};

/** Charts of a link or of the account, with what they show in the page's address. */
export function ChartsPanel({ heading, linkId, share }: ChartsPanelProps) {
	const [path, navigate] = useLocation();
	const wish = readWish(useQueryString());
	const { data, error, isFetching, refetch } = useQuery(chartQuery(linkId, wish));
	useAskAgain([chartQuery(linkId, wish).queryKey]);

	function change(changed: Partial<ChartWish>): void {
		// Its state says how the page can be left.
		const state = window.history.state as unknown;
		navigate(path + writeWish({ ...wish, ...changed }), { replace: true, state });
	}

	return (
		<div className={classNames("flex flex-col gap-4", !heading && "mt-8")}>
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
				{heading}
				<RangePicker wish={wish} shown={data && { from: data.from, to: data.to }} onChange={change} />
				<CsvButton href={`${chartPath(linkId, wish)}&format=csv`} />
			</div>
			<p role="status" className="sr-only">
				{isFetching ? "Loading the charts" : data ? "The charts are shown" : ""}
			</p>
			{error ? (
				<NotLoaded error={error} onRetry={() => void refetch()} />
			) : data ? (
				<div className={classNames("flex flex-col gap-4 transition-opacity", isFetching && "opacity-60")}>
					<ChartSections
						chart={data}
						only={wish.only}
						share={share}
						tags={
							linkId === null && (
								<TagTable
									wish={wish}
									total={data.days}
									onChoose={(value) => change({ only: value === null ? null : { dimension: "tag", value } })}
								/>
							)
						}
						onChoose={(only) => change({ only })}
						linkHref={(slug) => paths.linkStats(slug) + writeWish({ ...wish, only: null })}
					/>
				</div>
			) : (
				<Loading />
			)}
			{data && <p className="text-sm text-muted print:hidden">Your own visits with "Open" aren't counted.</p>}
		</div>
	);
}

function CsvButton({ href }: { href: string }) {
	const { subscription } = useActiveSubscription();
	if (planHas(subscription?.planId, "csv")) {
		return (
			<a href={href} download className={classNames(buttonClass({ variant: "secondary" }), "print:hidden")}>
				Download CSV
			</a>
		);
	}
	return (
		<p className="text-sm text-muted print:hidden">
			CSV files: <UpgradeLink feature="csv" />
		</p>
	);
}

const CARDS = [1, 2, 3, 4];

function Loading() {
	return (
		<div aria-hidden="true" className="flex flex-col gap-4">
			<Skeleton className="h-88 w-full" />
			<div className="grid gap-4 md:grid-cols-2">
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
