import type { RefObject } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { formatCount } from "#client/lib/format.ts";
import type { Chart, ChartUnit } from "#shared/analytics/chart.ts";
import { zoneName } from "#shared/analytics/time-zone.ts";
import type { ChartWish } from "./chart-address.ts";
import { barOf, compared, Figure } from "./chart-parts.tsx";
import { type ChartBar, ViewsChart } from "./views-chart.tsx";
import { HEADINGS, longMomentOf, momentOf, wordsFor } from "./words.ts";

type SeriesCardProps = {
	chart: Chart;
	only: ChartWish["only"];
	/** Gets the focus once everyone is shown again. */
	heading: RefObject<HTMLHeadingElement | null>;
	onShowAll: () => void;
};

/** Totals, and below them the series that they are of: of all, or of one value. Visitors per day are behind a tab. */
export function SeriesCard({ chart, only, heading, onShowAll }: SeriesCardProps) {
	const { totals, before, visitors, scanners } = chart;
	const narrowed = chart.only && only;
	const title = narrowed
		? `${HEADINGS[narrowed.dimension]}: ${wordsFor(narrowed.dimension, narrowed.value, chart.links)}`
		: "People and bots";
	const seen = visitors.reduce((sum, day) => sum + day.visitors, 0);
	const hasTabs = visitors.length > 1 && !narrowed;
	return (
		<Card data-series="">
			<Tabs defaultValue="series">
				<div className="flex flex-col border-b lg:flex-row lg:items-center">
					<dl className="grid grow grid-cols-2 lg:flex lg:gap-x-4">
						<Figure
							label="People"
							count={totals.human}
							note={compared(totals.human, before.human)}
							more={scanners > 0 ? `${formatCount(scanners)} probably scanners` : undefined}
						/>
						<Figure label="Bots" count={totals.bot} note={compared(totals.bot, before.bot)} />
						<Figure
							label={visitors.length > 1 ? "Daily visitors, added up" : "Visitors"}
							count={seen}
							note="Unique visitors per day (UTC)"
							className="max-lg:col-span-2"
						/>
					</dl>
					<div
						className={
							narrowed
								? "flex min-w-0 items-center justify-between gap-3 max-lg:px-4 max-lg:pb-3 lg:max-w-96 lg:pr-4"
								: "contents"
						}
					>
						<h2
							dir="auto"
							ref={heading}
							tabIndex={-1}
							className={narrowed ? "min-w-0 text-lg leading-6 wrap-anywhere outline-none" : "sr-only"}
						>
							{title}
						</h2>
						{narrowed && (
							<Button variant="secondary" size="sm" className="shrink-0" onClick={onShowAll}>
								Show everybody
							</Button>
						)}
					</div>
					{hasTabs && (
						<TabList aria-label="What is drawn" className="max-lg:mx-4 max-lg:mb-3 lg:mr-4">
							<Tab value="series">Over time</Tab>
							<Tab value="visitors">Visitors per day</Tab>
						</TabList>
					)}
				</div>
				<section aria-label={title} className="px-4 py-2.5">
					{narrowed && chart.only ? (
						<Narrowed of={narrowed} only={chart.only} />
					) : hasTabs ? (
						<>
							<TabPanel value="series">
								<Series chart={chart} />
							</TabPanel>
							<TabPanel value="visitors">
								<ViewsChart
									label="Visitors by day"
									note="Unique visitors per day (UTC). A visitor who comes on two days counts on both."
									bars={visitors.map((each) => utcBar(each.day, each.visitors))}
									hasBots={false}
								/>
							</TabPanel>
						</>
					) : (
						<Series chart={chart} />
					)}
				</section>
			</Tabs>
		</Card>
	);
}

function Series({ chart }: { chart: Chart }) {
	return (
		<ViewsChart
			label="People and bots over time"
			note={`Times in ${zoneName(chart.zone)}.`}
			bars={chart.points.map((point) => barOf(point, chart))}
			hasBots
		/>
	);
}

type NarrowedProps = { of: NonNullable<ChartWish["only"]>; only: NonNullable<Chart["only"]> };

/** The series of one value. */
function Narrowed({ of, only }: NarrowedProps) {
	const unit = only.unit ?? "day";
	const limit = of.dimension === "tag" ? "" : ", if among the day's top 200";
	return (
		<ViewsChart
			label={`${of.dimension === "platform" ? "Bots" : "People"} by ${unit}`}
			note={`${formatCount(only.human)} by ${unit} (UTC)${limit}. The tables below can't be narrowed.`}
			bars={only.days.map(({ day, count }) => utcBar(day, count, unit))}
			hasBots={false}
		/>
	);
}

function utcBar(day: string, human: number, unit: ChartUnit = "day"): ChartBar {
	return { key: day, name: momentOf(day, unit, "UTC"), longName: longMomentOf(day, unit, "UTC"), human, bot: 0 };
}
