import { useState } from "react";
import { Card } from "#client/components/ui/card.tsx";
import { Segments } from "#client/components/ui/segments.tsx";
import { formatCount } from "#client/lib/format.ts";
import { PUBLIC_DIMENSIONS, PUBLIC_FEWEST, type PublicStats } from "#shared/analytics/public-stats.ts";
import { BreakdownTable } from "./breakdown-table.tsx";
import type { ChartView } from "./chart-address.ts";
import { barOf, PeopleAndBots, Section } from "./chart-parts.tsx";
import { dayIn } from "./day-in.ts";
import { VIEWS, ViewsChart } from "./views-chart.tsx";

/** The public part of a link's metrics (P224). */
export function PublicCharts({ stats }: { stats: PublicStats }) {
	const { totals, before, points, unit, breakdowns } = stats;
	const [view, setView] = useState<ChartView>("chart");
	const [first, ...others] = PUBLIC_DIMENSIONS.filter((dimension) => breakdowns[dimension]);
	const today = dayIn("UTC", new Date());
	if (totals.human + totals.bot === 0) {
		return (
			<Card className="border-dashed px-6 py-14 text-center">
				<p className="text-xl">No views in these days</p>
			</Card>
		);
	}
	return (
		<>
			<Card>
				<div className="flex flex-wrap items-center justify-between border-b">
					<dl className="grid grid-cols-2 max-sm:w-full sm:flex">
						<PeopleAndBots totals={totals} before={before} />
					</dl>
					<Segments
						legend="Show as"
						options={VIEWS}
						value={view}
						onChange={setView}
						className="mr-4 max-sm:mb-2 max-sm:ml-4 print:hidden"
					/>
				</div>
				<section aria-label="People and bots" className="px-4 py-2.5">
					<h2 className="sr-only">People and bots</h2>
					<ViewsChart
						note={`${unit === "month" ? "Months" : "Days"} in UTC.`}
						label="People and bots over time"
						view={view}
						bars={points.map((point) => barOf(point, { unit, zone: "UTC" }, today))}
						hasBots
					/>
				</section>
			</Card>
			{first && (
				<Section title="Where people came from">
					<div className="grid grid-cols-1 items-start gap-4 min-[900px]:grid-cols-2 print:grid-cols-2">
						<div className="flex flex-col gap-3">
							<PublicTable stats={stats} dimension={first} />
							<p className="text-sm text-muted">
								Every visit counts, so one person may count more than once. Values with fewer than{" "}
								{formatCount(PUBLIC_FEWEST)} visits and smaller sources are grouped as "Other".
							</p>
						</div>
						<div className="flex flex-col gap-4">
							{others.map((dimension) => (
								<PublicTable key={dimension} stats={stats} dimension={dimension} />
							))}
						</div>
					</div>
				</Section>
			)}
		</>
	);
}

function PublicTable({ stats, dimension }: { stats: PublicStats; dimension: (typeof PUBLIC_DIMENSIONS)[number] }) {
	return (
		<BreakdownTable
			dimension={dimension}
			breakdown={stats.breakdowns[dimension] ?? [[], 0]}
			links={[]}
			chosen={null}
			onChoose={null}
			linkHref={() => null}
		/>
	);
}
