import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { type KeyboardEvent, useId, useState } from "react";
import { formatCount, formatCounted } from "#client/lib/format.ts";
import { useWidth } from "./use-width.ts";

/** One bar: people, and bots upon them where they are counted. */
export type ChartBar = { key: string; name: string; longName: string; human: number; bot: number };

const HEIGHT = 220;
const MARGIN = { top: 14, right: 4, bottom: 28, left: 44 };
const TICK_WIDTH = 76;
const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

type ViewsChartProps = {
	/** The chart's name for screen readers. */
	label: string;
	bars: ChartBar[];
	hasBots: boolean;
};

/** People and bots over time. Arrow keys go from bar to bar; a table with the same numbers is below. */
export function ViewsChart({ label, bars, hasBots }: ViewsChartProps) {
	const [ref, width] = useWidth();
	const [chosen, setChosen] = useState<number | null>(null);
	const readoutId = useId();
	const bar = chosen === null ? undefined : bars[chosen];

	const highest = Math.max(1, ...bars.map(({ human, bot }) => human + bot));
	const x = scaleBand({
		domain: bars.map((_, n) => n),
		range: [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)],
		padding: 0.25,
	});
	const y = scaleLinear({ domain: [0, highest], range: [HEIGHT - MARGIN.bottom, MARGIN.top], nice: 4 });
	const top = y.domain()[1] ?? highest;
	// The top of the scale is named, whatever the steps below it are.
	const ticks = [...y.ticks(4).filter((tick) => Number.isInteger(tick) && top - tick > top / 8), top];
	const base = y(0);
	const every = Math.max(1, Math.ceil((bars.length * TICK_WIDTH) / Math.max(1, width)));

	function onKeyDown(event: KeyboardEvent): void {
		const last = bars.length - 1;
		const to = { ArrowLeft: (chosen ?? last + 1) - 1, ArrowRight: (chosen ?? -1) + 1, Home: 0, End: last }[event.key];
		if (to === undefined) return;
		event.preventDefault();
		setChosen(Math.min(last, Math.max(0, to)));
	}

	return (
		<div className="flex flex-col gap-3">
			<div className="flex min-h-6 flex-wrap items-center gap-x-5 gap-y-1 text-sm">
				<Key className="bg-human" text="People" />
				{hasBots && <Key className="bg-bot" text="Bots" />}
				<p id={readoutId} aria-live="polite" className="ml-auto text-right tabular-nums">
					{bar ? readout(bar, hasBots) : ""}
				</p>
			</div>
			{/* biome-ignore lint/a11y/useSemanticElements: a drawing in which keys move */}
			<div
				ref={ref}
				role="group"
				aria-label={`${label}. Arrow keys go from bar to bar.`}
				aria-describedby={readoutId}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it takes arrow keys
				tabIndex={0}
				onKeyDown={onKeyDown}
				onBlur={() => setChosen(null)}
				onPointerLeave={() => setChosen(null)}
				className="h-[220px] rounded-control"
			>
				{width > 0 && (
					<svg width={width} height={HEIGHT} aria-hidden="true" className="block overflow-visible text-muted">
						{bars.map(({ key, human, bot }, n) => (
							<g key={key} onPointerEnter={() => setChosen(n)} onPointerDown={() => setChosen(n)}>
								<Bar
									x={x(n) ?? 0}
									y={MARGIN.top}
									width={x.step()}
									height={base - MARGIN.top}
									className={chosen === n ? "fill-sunken" : "fill-transparent"}
								/>
								<Bar x={x(n) ?? 0} y={y(human)} width={x.bandwidth()} height={base - y(human)} className="fill-human" />
								<Bar
									x={x(n) ?? 0}
									y={y(human + bot)}
									width={x.bandwidth()}
									height={y(human) - y(human + bot)}
									className="fill-bot"
								/>
							</g>
						))}
						<AxisLeft
							scale={y}
							left={MARGIN.left}
							tickValues={ticks}
							hideAxisLine
							hideTicks
							tickFormat={(value) => compact.format(Number(value))}
							tickLabelProps={{ fill: "currentColor", fontSize: 12, fontFamily: "inherit", dx: -4, dy: 4 }}
						/>
						<AxisBottom
							scale={x}
							top={base}
							stroke="currentColor"
							hideTicks
							tickValues={bars.flatMap((_, n) => (n % every === Math.floor(every / 2) ? [n] : []))}
							tickFormat={(n) => bars[Number(n)]?.name ?? ""}
							tickLabelProps={{ fill: "currentColor", fontSize: 12, fontFamily: "inherit", textAnchor: "middle" }}
						/>
					</svg>
				)}
			</div>
			<details className="text-sm">
				<summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium underline underline-offset-2">
					As a table
				</summary>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
				<section tabIndex={0} aria-label={`${label}, as a table`} className="max-h-80 overflow-y-auto">
					<table className="w-full tabular-nums">
						<caption className="sr-only">{label}</caption>
						<thead>
							<tr className="border-b text-left">
								<th scope="col" className="py-1.5">
									Time
								</th>
								<th scope="col" className="text-right">
									People
								</th>
								{hasBots && (
									<th scope="col" className="text-right">
										Bots
									</th>
								)}
							</tr>
						</thead>
						<tbody>
							{bars.map(({ key, longName, human, bot }) => (
								<tr key={key} className="border-b last:border-0">
									<th scope="row" className="py-1.5 text-left font-normal">
										{longName}
									</th>
									<td className="text-right">{formatCount(human)}</td>
									{hasBots && <td className="text-right">{formatCount(bot)}</td>}
								</tr>
							))}
						</tbody>
					</table>
				</section>
			</details>
		</div>
	);
}

function Key({ className, text }: { className: string; text: string }) {
	return (
		<span className="flex items-center gap-1.5">
			<span aria-hidden="true" className={`size-3 rounded-[3px] ${className}`} />
			{text}
		</span>
	);
}

function readout({ longName, human, bot }: ChartBar, hasBots: boolean): string {
	const people = formatCounted(human, "person", "people");
	return `${longName}: ${hasBots ? `${people}, ${formatCounted(bot, "bot")}` : people}`;
}
