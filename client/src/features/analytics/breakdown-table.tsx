import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { Card } from "#client/components/ui/card.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import type { Breakdown, Dimension } from "#shared/analytics/breakdowns.ts";
import type { Chart } from "#shared/analytics/chart.ts";
import { HEADINGS, wordsFor } from "./words.ts";

export const SHOWN = 6;

type BreakdownTableProps = {
	dimension: Dimension;
	breakdown: Breakdown;
	links: Chart["links"];
	chosen: string | null;
	/** Null if filters aren't available. */
	onChoose: ((value: string | null) => void) | null;
	/** A link's own page; null if it has none. */
	linkHref: (id: string) => string | null;
	/** A link's short URL; null if unknown. */
	linkAddress?: (id: string) => string | null;
	/** Whether its card already names the dimension. */
	isWithin?: boolean;
};

/** Values of a dimension, with counts that add up to all views. */
export function BreakdownTable({ dimension, breakdown: [values, other], ...props }: BreakdownTableProps) {
	const { links, chosen, onChoose, linkHref, linkAddress, isWithin = false } = props;
	const [isWhole, setIsWhole] = useState(false);
	const most = Math.max(...values.map(([, count]) => count));
	const total = values.reduce((sum, [, count]) => sum + count, other);
	const shown = isWhole ? values : values.slice(0, SHOWN);
	const rest = total - shown.reduce((sum, [, count]) => sum + count, 0);
	const unit = dimension === "platform" ? "Bots" : "People";

	return (
		<Frame isWithin={isWithin}>
			<table className="w-full table-fixed text-[0.9375rem] tabular-nums">
				<caption className={isWithin ? "sr-only" : CAPTION}>{HEADINGS[dimension]}</caption>
				<colgroup>
					<col />
					<col className="w-16" />
				</colgroup>
				<thead className="sr-only">
					<tr>
						<th scope="col">{HEADINGS[dimension]}</th>
						<th scope="col">{unit}</th>
					</tr>
				</thead>
				<tbody>
					{shown.map(([value, count]) => (
						<tr key={value} className={classNames(chosen === value && "bg-sunken")}>
							<th scope="row" className="relative p-0 text-left font-normal">
								<Bar share={count / most} columns="4rem" isBot={dimension === "platform"} />
								<Value
									words={wordsFor(dimension, value, links)}
									note={(dimension === "link" && linkAddress?.(value)) || null}
									href={dimension === "link" ? linkHref(value) : null}
									isChosen={chosen === value}
									onChoose={dimension === "link" || !onChoose ? null : () => onChoose(chosen === value ? null : value)}
								/>
							</th>
							<td className="relative pr-2 text-right">{formatCount(count)}</td>
						</tr>
					))}
					{rest > 0 && (
						<tr className="text-muted">
							<th scope="row" className="px-2 py-2.5 text-left font-normal md:py-1 print:py-0.5">
								Other
							</th>
							<td className="pr-2 text-right">{formatCount(rest)}</td>
						</tr>
					)}
				</tbody>
			</table>
			<ShowMore
				count={values.length}
				of={HEADINGS[dimension]}
				isWhole={isWhole}
				onToggle={() => setIsWhole(!isWhole)}
			/>
		</Frame>
	);
}

const CAPTION = "mb-2 text-left font-display text-lg font-bold";

function Frame({ isWithin, children }: { isWithin: boolean; children: ReactNode }) {
	return isWithin ? children : <Card className={BREAKDOWN_CARD}>{children}</Card>;
}

type ShowMoreProps = { count: number; of: string; isWhole: boolean; onToggle: () => void };

export function ShowMore({ count, of, isWhole, onToggle }: ShowMoreProps) {
	if (count <= SHOWN) return null;
	return (
		<button
			type="button"
			onClick={onToggle}
			className="min-h-11 self-start px-2 text-sm font-medium underline underline-offset-2 md:min-h-8"
		>
			{isWhole ? "Show fewer" : `Show ${count - SHOWN} more`}
			<span className="sr-only"> of {of}</span>
		</button>
	);
}

type BarProps = {
	/** Relative to the largest value, whose bar is as wide as the table. */
	share: number;
	columns: string;
	isBot: boolean;
};

/** A value's bar relative to the largest (P608). */
export function Bar({ share, columns, isBot }: BarProps) {
	return (
		<span
			aria-hidden="true"
			data-bar=""
			style={{ width: `max(4px, calc((100% + ${columns}) * ${share}))` }}
			className={classNames("absolute inset-y-1 left-0 rounded-[6px] opacity-15", isBot ? "bg-bot" : "bg-human")}
		/>
	);
}

const BREAKDOWN_CARD = "flex min-w-0 flex-col gap-2 p-4 sm:p-5";

type ValueProps = {
	words: string;
	note?: string | null;
	href: string | null;
	isChosen: boolean;
	onChoose: (() => void) | null;
};

const VALUE_CLASS =
	"relative block min-h-11 w-full px-2 py-2.5 text-left wrap-anywhere md:min-h-8 md:py-1 print:min-h-0 print:py-0.5";

export function Value({ words, note, href, isChosen, onChoose }: ValueProps) {
	const beside = note && <bdi className="ml-2 inline-block text-sm text-muted">{note}</bdi>;
	if (href !== null) {
		return (
			<Link href={href} dir="auto" className={VALUE_CLASS}>
				<span className="underline underline-offset-2">{words}</span>
				{beside}
			</Link>
		);
	}
	if (!onChoose) {
		return (
			<span dir="auto" className={VALUE_CLASS}>
				{words}
				{beside}
			</span>
		);
	}
	return (
		<button
			type="button"
			data-value=""
			dir="auto"
			aria-pressed={isChosen}
			onClick={onChoose}
			className={classNames(VALUE_CLASS, "rounded-control hover:underline")}
		>
			{words}
		</button>
	);
}
