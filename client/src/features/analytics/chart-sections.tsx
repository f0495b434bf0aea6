import { type ReactNode, useRef } from "react";
import { Card } from "#client/components/ui/card.tsx";
import { useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { formatCounted, shortAddress } from "#client/lib/format.ts";
import type { Dimension, Filter } from "#shared/analytics/breakdowns.ts";
import type { Chart, Counts } from "#shared/analytics/chart.ts";
import { publicLinkPath } from "#shared/platform/api-paths.ts";
import { BreakdownCards, type BreakdownTab } from "./breakdown-cards.tsx";
import { BreakdownTable } from "./breakdown-table.tsx";
import type { ChartView, ChartWish } from "./chart-address.ts";
import { SeriesCard } from "./series-card.tsx";
import { daysBetween } from "./words.ts";

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
	view: ChartView;
	/** In the chosen time zone. */
	today: string;
	share: ReactNode;
	locked: ReactNode;
	tags: ReactNode;
	onChoose: (only: ChartWish["only"]) => void;
	linkHref: (linkSlug: string) => string;
};

export function ChartSections({
	chart,
	only,
	view,
	today,
	share,
	locked,
	tags,
	onChoose,
	linkHref,
}: ChartSectionsProps) {
	const { totals, before, days, breakdowns, links } = chart;
	const series = useRef<HTMLHeadingElement>(null);
	const { user } = useCurrentUser();
	const isEmpty = totals.human + totals.bot + days.human + days.bot === 0;
	if (isEmpty) {
		const isAnyBefore = before.human + before.bot > 0;
		return (
			<>
				<Card className="flex flex-col items-center gap-5 border-dashed px-6 py-14 text-center">
					<p className="text-xl">
						{isAnyBefore ? "No views in these days" : "No views yet. Share this link to see some."}
					</p>
					{share}
				</Card>
				{locked}
			</>
		);
	}
	const slugOf = (id: string) => links.find((link) => String(link.id) === id && !link.deleted)?.linkSlug;

	function showEverybody(): void {
		onChoose(null);
		// The button disappears; the heading remains with a different text.
		series.current?.focus();
	}

	function choose(chosen: NonNullable<ChartWish["only"]> | null): void {
		onChoose(chosen);
		// The filter is shown above the tables, on a phone off the screen.
		if (chosen) series.current?.closest("[data-series]")?.scrollIntoView({ block: "nearest" });
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
				onChoose={(value) => choose(value === null ? null : { dimension, value })}
				linkHref={(id) => {
					const slug = slugOf(id);
					return slug === undefined ? null : linkHref(slug);
				}}
				linkAddress={(id) => {
					const link = links.find((each) => String(each.id) === id);
					if (link?.domain) return shortAddress(link.shortUrl);
					return link && user ? publicLinkPath(user.userSlug, link.linkSlug) : null;
				}}
			/>
		);
	}

	return (
		<>
			<SeriesCard chart={chart} only={only} view={view} today={today} heading={series} onShowAll={showEverybody} />
			{locked}
			<div className="flex flex-col gap-2">
				<p className="text-sm text-muted">
					{daysBetween(days.from, days.to)} (UTC days): {inWords(days)}.
				</p>
				<BreakdownCards
					chosen={only?.dimension}
					cards={(breakdowns.link ? CARDS_OF_ACCOUNT : CARDS).map((card) => card.flatMap(tabOf))}
				/>
			</div>
		</>
	);
}

function inWords({ human, bot }: Counts): string {
	return `${formatCounted(human, "person", "people")} and ${formatCounted(bot, "bot")}`;
}
