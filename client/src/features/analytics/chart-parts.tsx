import type { ReactNode, RefObject } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import type { Chart } from "#shared/analytics/chart.ts";
import type { ChartBar } from "./views-chart.tsx";
import { changeOf, dayNames, longMomentOf, momentOf } from "./words.ts";

type SectionProps = {
	title: string;
	heading?: RefObject<HTMLHeadingElement | null>;
	children: ReactNode;
};

export function Section({ title, heading, children }: SectionProps) {
	return (
		<section aria-label={title} className="flex flex-col gap-3">
			<h2 dir="auto" ref={heading} tabIndex={-1} className="text-2xl outline-none">
				{title}
			</h2>
			{children}
		</section>
	);
}

type FigureProps = {
	label: string;
	color?: "bg-human" | "bg-bot";
	count: number;
	note: ReactNode;
	more?: string | undefined;
	className?: string;
};

export function Figure({ label, color, count, note, more, className }: FigureProps) {
	return (
		<div className={classNames("flex min-w-0 flex-wrap content-start items-baseline gap-x-3 px-4 py-2.5", className)}>
			<dt className="flex w-full items-center gap-1.5 text-sm text-muted">
				{color && <span aria-hidden="true" className={`size-3 shrink-0 rounded-[3px] ${color}`} />}
				{label}
			</dt>
			<dd className="font-display text-2xl leading-8 font-bold tabular-nums">{formatCount(count)}</dd>
			<dd className="text-sm text-muted">{note}</dd>
			{more && <dd className="w-full text-sm text-muted">{more}</dd>}
		</div>
	);
}

type PeopleAndBotsProps = Pick<Chart, "totals" | "before"> & { scanners?: number };

/** The two figures of a chart, each with its change. @param scanners how many of the people probably are scanners (P538) */
export function PeopleAndBots({ totals, before, scanners = 0 }: PeopleAndBotsProps) {
	return (
		<>
			<Figure
				label="People"
				color="bg-human"
				count={totals.human}
				note={<Compared now={totals.human} before={before.human} />}
				more={scanners > 0 ? `${formatCount(scanners)} probably scanners` : undefined}
			/>
			<Figure label="Bots" color="bg-bot" count={totals.bot} note={<Compared now={totals.bot} before={before.bot} />} />
		</>
	);
}

/** The change from the previous period; on phones, only the percentage is visible. */
function Compared({ now, before }: { now: number; before: number }) {
	const change = changeOf(now, before);
	if (change === null) return "No previous data";
	return (
		<>
			{change}
			<span className="max-sm:sr-only"> vs. previous period</span>
		</>
	);
}

/** A bar of the series, in a time zone. @param today in that zone */
export function barOf(
	{ at, human, bot }: Chart["points"][number],
	{ unit, zone }: Pick<Chart, "unit" | "zone">,
	today: string,
): ChartBar {
	if (unit === "day") return { key: at, ...dayNames(at, zone, today), human, bot };
	return { key: at, name: momentOf(at, unit, zone), longName: longMomentOf(at, unit, zone), human, bot };
}
