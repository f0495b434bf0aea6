import { type ReactNode, useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { useCurrentUser } from "#client/features/auth/auth.queries.ts";
import { formatCount, formatCounted } from "#client/lib/format.ts";
import type { Dimension, Filter } from "#shared/analytics/breakdowns.ts";
import type { Chart, ChartUnit, Counts } from "#shared/analytics/chart.ts";
import { publicLinkPath } from "#shared/api-paths.ts";
import { BreakdownCards, type BreakdownTab } from "./breakdown-cards.tsx";
import { BreakdownTable } from "./breakdown-table.tsx";
import type { ChartWish } from "./chart-address.ts";
import { barOf, compared, Figure, Section } from "./chart-parts.tsx";
import { type ChartBar, ViewsChart } from "./views-chart.tsx";
import { HEADINGS, longMomentOf, momentOf, wordsFor } from "./words.ts";

/** Which tables share a card, for a link and for the account. */
const CARDS: Filter[][] = [["source"], ["country"], ["device", "browser", "system"], ["platform"]];
const CARDS_OF_ACCOUNT: Filter[][] = [
	["link", "tag"],
	["source", "country"],
	["device", "browser", "system"],
	["platform"],
];

type ChartSectionsProps = {
	chart: Chart;
	only: ChartWish["only"];
	share: ReactNode;
	/** Another break-down, of the account alone. */
	tags: ReactNode;
	onChoose: (only: ChartWish["only"]) => void;
	/** The page of a link's own charts. */
	linkHref: (linkSlug: string) => string;
};

/** Totals, series, visitors and breakdowns of the chosen range, or the empty state. */
export function ChartSections({ chart, only, share, tags, onChoose, linkHref }: ChartSectionsProps) {
	const { totals, before, days, breakdowns, links, visitors } = chart;
	const series = useRef<HTMLHeadingElement>(null);
	const { user } = useCurrentUser();
	const isEmpty = totals.human + totals.bot + days.human + days.bot === 0;
	if (isEmpty) {
		const isAnyBefore = before.human + before.bot > 0;
		return (
			<Card className="flex flex-col items-center gap-5 border-dashed px-6 py-14 text-center">
				<p className="text-xl">{isAnyBefore ? "No views in these days" : "No views yet: share it"}</p>
				{share}
			</Card>
		);
	}
	const slugOf = (id: string) => links.find((link) => String(link.id) === id && !link.deleted)?.linkSlug;

	function showEverybody(): void {
		onChoose(null);
		// The button goes; the heading stays, with other words.
		series.current?.focus();
	}

	function tabOf(of: Filter): BreakdownTab[] {
		const table = of === "tag" ? tags : breakdownOf(of);
		return table ? [{ of, table }] : [];
	}

	function breakdownOf(dimension: Dimension): ReactNode {
		const breakdown = breakdowns[dimension];
		if (!breakdown) return null;
		return (
			<BreakdownTable
				isWithin
				dimension={dimension}
				breakdown={breakdown}
				links={links}
				chosen={only?.dimension === dimension ? only.value : null}
				onChoose={(value) => onChoose(value === null ? null : { dimension, value })}
				linkHref={(id) => {
					const slug = slugOf(id);
					return slug === undefined ? null : linkHref(slug);
				}}
				linkAddress={(id) => {
					const link = links.find((each) => String(each.id) === id);
					return link && user ? publicLinkPath(user.userSlug, link.linkSlug) : null;
				}}
			/>
		);
	}

	const narrowed = chart.only && only;
	const seen = visitors.reduce((sum, day) => sum + day.visitors, 0);
	return (
		<>
			<dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
				<Figure label="People" count={totals.human} note={compared(totals.human, before.human)} />
				<Figure label="Bots" count={totals.bot} note={compared(totals.bot, before.bot)} />
				<Figure
					label={visitors.length > 1 ? "Sum of daily visitors" : "Visitors"}
					count={seen}
					note="Unique visitors per day (UTC)"
					className="max-lg:col-span-2"
				/>
			</dl>
			<Section
				heading={series}
				title={
					narrowed
						? `${HEADINGS[narrowed.dimension]}: ${wordsFor(narrowed.dimension, narrowed.value, links)}`
						: "People and bots"
				}
			>
				{narrowed && chart.only ? (
					<>
						<div className="flex flex-wrap items-center justify-between gap-3">
							<p className="max-w-2xl text-sm text-muted">
								{formatCount(chart.only.human)} by {chart.only.unit ?? "day"} (UTC)
								{narrowed.dimension !== "tag" && ", as far as it was among the 200 most frequent of a day"}. What stands
								below shows everybody: one break-down can't be narrowed by another.
							</p>
							<Button variant="secondary" size="sm" className="max-md:min-h-11" onClick={showEverybody}>
								Show everybody
							</Button>
						</div>
						<ViewsChart
							label={`${narrowed.dimension === "platform" ? "Bots" : "People"} by ${chart.only.unit ?? "day"}`}
							bars={chart.only.days.map(({ day, count }) => utcBar(day, count, chart.only?.unit))}
							hasBots={false}
						/>
					</>
				) : (
					<OverTime chart={chart} />
				)}
			</Section>
			<div className="flex flex-col gap-4">
				<p className="text-sm text-muted">
					UTC days: {days.from === days.to ? days.from : `${days.from} to ${days.to}`}: {inWords(days)}.
				</p>
				<BreakdownCards
					chosen={only?.dimension}
					cards={(breakdowns.link ? CARDS_OF_ACCOUNT : CARDS).map((card) => card.flatMap(tabOf))}
				/>
			</div>
		</>
	);
}

/** The series of people and bots; visitors per day behind a tab, where there are several days. */
function OverTime({ chart }: { chart: Chart }) {
	const { visitors } = chart;
	const series = (
		<>
			<p className="text-sm text-muted">Times in {chart.zone}.</p>
			<ViewsChart label="People and bots over time" bars={chart.points.map((point) => barOf(point, chart))} hasBots />
		</>
	);
	if (visitors.length <= 1) return series;
	return (
		<Tabs defaultValue="series" className="flex flex-col gap-3">
			<TabList aria-label="What is drawn" className="self-start">
				<Tab value="series">Over time</Tab>
				<Tab value="visitors">Visitors per day</Tab>
			</TabList>
			<TabPanel value="series" className="flex flex-col gap-3">
				{series}
			</TabPanel>
			<TabPanel value="visitors" className="flex flex-col gap-3">
				<p className="text-sm text-muted">
					Unique visitors per day (UTC). A visitor who comes on two days counts on both.
				</p>
				<ViewsChart
					label="Visitors by day"
					bars={visitors.map((each) => utcBar(each.day, each.visitors))}
					hasBots={false}
				/>
			</TabPanel>
		</Tabs>
	);
}

function inWords({ human, bot }: Counts): string {
	return `${formatCounted(human, "person", "people")} and ${formatCounted(bot, "bot")}`;
}

function utcBar(day: string, human: number, unit: ChartUnit = "day"): ChartBar {
	return { key: day, name: momentOf(day, unit, "UTC"), longName: longMomentOf(day, unit, "UTC"), human, bot: 0 };
}
