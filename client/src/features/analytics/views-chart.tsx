import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { type KeyboardEvent, useId, useState } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { formatCounted } from "#client/lib/format.ts";
import type { ChartView } from "./chart-address.ts";
import { ChartTable } from "./chart-table.tsx";
import { useWidth } from "./use-width.ts";
import { TODAY } from "./words.ts";

/** A bar of people, with bots stacked on top if they are counted. */
export type ChartBar = { key: string; name: string; longName: string; human: number; bot: number };

/** Narrow charts are lower, matching the container's class. */
const NARROW = 448;
const heightOf = (width: number) => (width < NARROW ? 168 : 220);
const MARGIN = { top: 14, right: 4, bottom: 28, left: 44 };
const TICK_WIDTH = 76;
const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

type ViewsChartProps = {
	label: string;
	bars: ChartBar[];
	hasBots: boolean;
	view: ChartView;
	note: string;
};

export const VIEWS = [
	{ value: "chart", label: "Chart" },
	{ value: "table", label: "Table" },
] as const;

export function ViewsChart({ view, note, ...chart }: ViewsChartProps) {
	if (view === "chart") return <Drawing {...chart} note={note} />;
	return (
		<div className="flex flex-col gap-2">
			<ChartTable {...chart} />
			<p className={NOTE}>{note}</p>
		</div>
	);
}

const NOTE = "text-sm text-muted";

function Drawing({ label, bars, hasBots, note }: Omit<ViewsChartProps, "view">) {
	const [ref, width] = useWidth();
	const [chosen, setChosen] = useState<number | null>(null);
	const readoutId = useId();
	const bar = chosen === null ? undefined : bars[chosen];

	const height = heightOf(width);
	const highest = Math.max(1, ...bars.map(({ human, bot }) => human + bot));
	const x = scaleBand({
		domain: bars.map((_, n) => n),
		range: [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)],
		padding: 0.25,
	});
	const y = scaleLinear({ domain: [0, highest], range: [height - MARGIN.bottom, MARGIN.top], nice: 4 });
	const top = y.domain()[1] ?? highest;
	// The top of the scale is always labeled.
	const ticks = [...y.ticks(4).filter((tick) => Number.isInteger(tick) && top - tick > top / 8), top];
	const base = y(0);
	const every = Math.max(1, Math.ceil((bars.length * TICK_WIDTH) / Math.max(1, width)));
	const today = bars.findIndex(({ name }) => name === TODAY);
	const named = (today < 0 ? Math.floor(every / 2) : today) % every;

	function onKeyDown(event: KeyboardEvent): void {
		const last = bars.length - 1;
		const to = { ArrowLeft: (chosen ?? last + 1) - 1, ArrowRight: (chosen ?? -1) + 1, Home: 0, End: last }[event.key];
		if (to === undefined) return;
		event.preventDefault();
		setChosen(Math.min(last, Math.max(0, to)));
	}

	return (
		<div className="@container flex flex-col gap-1">
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
				// Lifting a finger also fires "leave", but the touched bar stays selected.
				onPointerLeave={({ pointerType }) => pointerType === "mouse" && setChosen(null)}
				className="h-[168px] rounded-control @min-[448px]:h-[220px]"
			>
				{width > 0 && (
					// Paper is narrower than the window.
					<svg
						width={width}
						height={height}
						viewBox={`0 0 ${width} ${height}`}
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
							tickValues={bars.flatMap((_, n) => (n % every === named ? [n] : []))}
							tickFormat={(n) => bars[Number(n)]?.name ?? ""}
							tickLabelProps={{ fill: "currentColor", fontSize: 12, fontFamily: "inherit", textAnchor: "middle" }}
						/>
					</svg>
				)}
			</div>
			<div className="grid min-h-6 text-sm sm:grid-cols-[auto_1fr] sm:gap-x-4">
				<p className={classNames(NOTE, "[grid-area:1/1]", bar && "max-sm:invisible")}>{note}</p>
				<p id={readoutId} aria-live="polite" className="tabular-nums [grid-area:1/1] sm:text-right sm:[grid-area:1/2]">
					{bar ? readout(bar, hasBots) : ""}
				</p>
			</div>
		</div>
	);
}

function readout({ longName, human, bot }: ChartBar, hasBots: boolean): string {
	const people = formatCounted(human, "person", "people");
	return `${longName}: ${hasBots ? `${people}, ${formatCounted(bot, "bot")}` : people}`;
}
