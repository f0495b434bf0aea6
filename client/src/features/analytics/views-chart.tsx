import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { type KeyboardEvent, useId, useState } from "react";
import { formatCounted } from "#client/lib/format.ts";
import { ChartTable } from "./chart-table.tsx";
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
	/** What its days and hours are. */
	note?: string;
};

/** People and bots over time. Arrow keys go from bar to bar; a button shows the same numbers as a table. */
export function ViewsChart({ label, bars, hasBots, note }: ViewsChartProps) {
	const [ref, width] = useWidth();
	const [chosen, setChosen] = useState<number | null>(null);
	const [isTable, setIsTable] = useState(false);
	const readoutId = useId();
	const tableId = useId();
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
		<div className="flex flex-col gap-2">
			<div className="flex flex-wrap items-center gap-x-5 text-sm">
				{note && <p className="py-1 text-muted max-lg:w-full">{note}</p>}
				<Key className="bg-human" text="People" />
				{hasBots && <Key className="bg-bot" text="Bots" />}
				<button
					type="button"
					aria-expanded={isTable}
					aria-controls={isTable ? tableId : undefined}
					onClick={() => setIsTable(!isTable)}
					className="ml-auto min-h-11 font-medium underline underline-offset-2 md:order-last md:ml-0 md:min-h-8"
				>
					As a table
				</button>
				<p id={readoutId} aria-live="polite" className="min-h-6 text-right tabular-nums max-md:w-full md:ml-auto">
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
					// A sheet of paper is narrower than the window.
					<svg
						width={width}
						height={HEIGHT}
						viewBox={`0 0 ${width} ${HEIGHT}`}
						aria-hidden="true"
						className="block max-w-full overflow-visible text-muted"
					>
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
			{isTable && <ChartTable id={tableId} label={label} bars={bars} hasBots={hasBots} />}
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
