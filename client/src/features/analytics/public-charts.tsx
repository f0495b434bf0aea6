import { Card } from "#client/components/ui/card.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import { PUBLIC_DIMENSIONS, PUBLIC_FEWEST, type PublicStats } from "#shared/analytics/public-stats.ts";
import { BreakdownTable } from "./breakdown-table.tsx";
import { BREAKDOWNS, barOf, compared, Figure, Section } from "./chart-parts.tsx";
import { ViewsChart } from "./views-chart.tsx";

/** What everyone may see of a link's figures (P224). */
export function PublicCharts({ stats }: { stats: PublicStats }) {
	const { totals, before, points, unit, breakdowns } = stats;
	const shown = PUBLIC_DIMENSIONS.filter((dimension) => breakdowns[dimension]);
	if (totals.human + totals.bot === 0) {
		return (
			<Card className="border-dashed px-6 py-14 text-center">
				<p className="text-xl">No views in these days</p>
			</Card>
		);
	}
	return (
		<>
			<dl className="grid grid-cols-2 divide-x rounded-card border bg-surface">
				<Figure label="People" count={totals.human} note={compared(totals.human, before.human)} />
				<Figure label="Bots" count={totals.bot} note={compared(totals.bot, before.bot)} />
			</dl>
			<Section title="People and bots">
				<ViewsChart
					note={`${unit === "month" ? "Months" : "Days"} in UTC.`}
					label="People and bots over time"
					bars={points.map((point) => barOf(point, { unit, zone: "UTC" }))}
					hasBots
				/>
			</Section>
			{shown.length > 0 && (
				<Section title="Where people came from">
					<p className="text-sm text-muted">
						Every visit counts, so one person may count more than once. Values with fewer than{" "}
						{formatCount(PUBLIC_FEWEST)} visits and smaller sources are grouped as "Other".
					</p>
					<div className={classNames(BREAKDOWNS, "lg:columns-3")}>
						{shown.map((dimension) => (
							<BreakdownTable
								key={dimension}
								dimension={dimension}
								breakdown={breakdowns[dimension] ?? [[], 0]}
								links={[]}
								chosen={null}
								onChoose={null}
								linkHref={() => null}
							/>
						))}
					</div>
				</Section>
			)}
		</>
	);
}
