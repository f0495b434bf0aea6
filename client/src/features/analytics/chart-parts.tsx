import type { ReactNode, RefObject } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import type { Chart } from "#shared/analytics/chart.ts";
import type { ChartBar } from "./views-chart.tsx";
import { changeOf, longMomentOf, momentOf } from "./words.ts";

/** Break-downs of any length next to one another. */
export const BREAKDOWNS = "gap-4 md:columns-2 *:mb-4 *:break-inside-avoid";

type SectionProps = {
	title: string;
	/** Where its heading is to get the focus. */
	heading?: RefObject<HTMLHeadingElement | null>;
	children: ReactNode;
};

/** A part of a page of charts, under its heading. */
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
	count: number;
	note: string;
	/** On a line of its own. */
	more?: string | undefined;
	className?: string;
};

/** One number of a description list, with a note next to it. */
export function Figure({ label, count, note, more, className }: FigureProps) {
	return (
		<div className={classNames("flex min-w-0 flex-wrap content-start items-baseline gap-x-3 px-4 py-2.5", className)}>
			<dt className="w-full text-sm text-muted">{label}</dt>
			<dd className="font-display text-2xl leading-8 font-bold tabular-nums">{formatCount(count)}</dd>
			<dd className="text-sm text-muted">{note}</dd>
			{more && <dd className="w-full text-sm text-muted">{more}</dd>}
		</div>
	);
}

/** How a count has changed against that of the time before. */
export function compared(now: number, before: number): string {
	const change = changeOf(now, before);
	return change === null ? "No previous data" : `${change} vs. previous period`;
}

/** A bar of the series, by the clock of a zone. */
export function barOf(
	{ at, human, bot }: Chart["points"][number],
	{ unit, zone }: Pick<Chart, "unit" | "zone">,
): ChartBar {
	return { key: at, name: momentOf(at, unit, zone), longName: longMomentOf(at, unit, zone), human, bot };
}
