import { formatCount } from "#client/lib/format.ts";
import type { ChartBar } from "./views-chart.tsx";

type ChartTableProps = { label: string; bars: ChartBar[]; hasBots: boolean };

/** Positioned, so that screen-reader-only content scrolls with it. */
const SCROLLER = "relative max-h-80 overflow-y-auto text-sm print:max-h-none";

export function ChartTable({ label, bars, hasBots }: ChartTableProps) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
		<section tabIndex={0} aria-label={`${label}, as a table`} className={SCROLLER}>
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
	);
}
