import type { RefObject } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { formatCount } from "#client/lib/format.ts";
import type { Chart, ChartUnit } from "#shared/analytics/chart.ts";
import { zoneName } from "#shared/analytics/time-zone.ts";
import type { ChartView, ChartWish } from "./chart-address.ts";
import { barOf, Figure, PeopleAndBots } from "./chart-parts.tsx";
import { type ChartBar, ViewsChart } from "./views-chart.tsx";
import { HEADINGS, wordsFor } from "./words.ts";

type SeriesCardProps = {
	chart: Chart;
	only: ChartWish["only"];
	view: ChartView;
	/** In the chosen time zone. */
	today: string;
	heading: RefObject<HTMLHeadingElement | null>;
	onShowAll: () => void;
};

/** Totals and their series, of everything or one value. Visitors per day are behind a tab. */
export function SeriesCard({ chart, only, view, today, heading, onShowAll }: SeriesCardProps) {
	const { totals, before, visitors, scanners } = chart;
	const narrowed = chart.only && only;
	const title = narrowed
		? `${HEADINGS[narrowed.dimension]}: ${wordsFor(narrowed.dimension, narrowed.value, chart.links)}`
		: "People and bots";
	const seen = visitors.reduce((sum, day) => sum + day.visitors, 0);
	const hasTabs = visitors.length > 1 && !narrowed;
	const drawn = { view, today };
	return (
		<Card data-series="">
			<Tabs
				defaultValue="series"
				className="flex flex-col lg:grid lg:grid-cols-[auto_auto_1fr] lg:items-center print:grid print:grid-cols-3"
			>
				<dl className="grid grid-cols-2 lg:flex print:col-span-2 print:grid">
					<PeopleAndBots totals={totals} before={before} scanners={scanners} />
				</dl>
				{/* Last on narrow screens, so that the first bar is near the top of the page (P607). */}
				<dl className="max-lg:order-last max-lg:border-t lg:self-stretch print:order-none print:border-0">
					<Figure
						label={visitors.length > 1 ? "Daily visitors, added up" : "Visitors"}
						count={seen}
						note="Unique visitors per day (UTC)"
					/>
				</dl>
				<div
					className={
						narrowed
							? "flex min-w-0 items-center justify-between gap-3 border-t px-4 py-2 lg:col-span-full print:col-span-full"
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
						<Button variant="secondary" size="sm" className="shrink-0 print:hidden" onClick={onShowAll}>
							Show everybody
						</Button>
					)}
				</div>
				{hasTabs && (
					<TabList aria-label="What is drawn" className="max-lg:mx-4 max-lg:mb-2 lg:mr-4 lg:justify-self-end">
						<Tab value="series">Over time</Tab>
						<Tab value="visitors">Visitors per day</Tab>
					</TabList>
				)}
				<section aria-label={title} className="border-t px-4 py-2.5 lg:col-span-full print:col-span-full">
					{narrowed && chart.only ? (
						<Narrowed {...drawn} of={narrowed} only={chart.only} />
					) : hasTabs ? (
						<>
							<TabPanel value="series">
								<Series {...drawn} chart={chart} />
							</TabPanel>
							<TabPanel value="visitors">
								<ViewsChart
									label="Visitors by day"
									note="Unique visitors per day (UTC). A visitor who comes on two days counts on both."
									view={view}
									bars={visitors.map((each) => utcBar(each.day, each.visitors, today))}
									hasBots={false}
								/>
							</TabPanel>
						</>
					) : (
						<Series {...drawn} chart={chart} />
					)}
				</section>
			</Tabs>
		</Card>
	);
}

type Drawn = Pick<SeriesCardProps, "view" | "today">;

function Series({ chart, view, today }: Drawn & { chart: Chart }) {
	return (
		<ViewsChart
			label="People and bots over time"
			note={`Times in ${zoneName(chart.zone)}.`}
			view={view}
			bars={chart.points.map((point) => barOf(point, chart, today))}
			hasBots
		/>
	);
}

type NarrowedProps = { of: NonNullable<ChartWish["only"]>; only: NonNullable<Chart["only"]> };

function Narrowed({ of, only, view, today }: Drawn & NarrowedProps) {
	const unit = only.unit ?? "day";
	const limit = of.dimension === "tag" ? "" : ", if among the day's top 200";
	return (
		<ViewsChart
			label={`${of.dimension === "platform" ? "Bots" : "People"} by ${unit}`}
			note={`${formatCount(only.human)} by ${unit} (UTC)${limit}. The tables below can't be narrowed.`}
			view={view}
			bars={only.days.map(({ day, count }) => utcBar(day, count, today, unit))}
			hasBots={false}
		/>
	);
}

function utcBar(day: string, human: number, today: string, unit: ChartUnit = "day"): ChartBar {
	return barOf({ at: day, human, bot: 0 }, { unit, zone: "UTC" }, today);
}
