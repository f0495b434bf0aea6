import { Lock } from "lucide-react";
import { useId } from "react";
import { Segments } from "#client/components/ui/segments.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { RANGES, type Range } from "#shared/analytics/chart.ts";
import { chartDays } from "#shared/billing/plans/plan-features.ts";
import { type ChartWish, lastWeek } from "./chart-address.ts";
import { LabelledControl, PICKER_CLASS } from "./labelled-control.tsx";
import { SegmentLabel } from "./segment-label.tsx";
import { RANGE_LABELS, RANGE_NAMES } from "./words.ts";

type RangePickerProps = {
	wish: ChartWish;
	/** The current days, from which a custom range starts; else the last week. */
	shown: { from: string; to: string } | undefined;
	describedBy: string;
	onChange: (change: Partial<ChartWish>) => void;
};

const ALL = Object.keys(RANGE_NAMES) as Range[];

export function RangePicker({ wish, shown, describedBy, onChange }: RangePickerProps) {
	const { subscription } = useActiveSubscription();
	const id = useId();
	const allowed = chartDays(subscription?.planId);
	const isLocked = (range: Range) => RANGES[range] > allowed;

	function choose(range: ChartWish["range"]): void {
		if (range !== "days") onChange({ range });
		else onChange({ range, ...(shown ?? lastWeek(wish.zone, new Date())) });
	}

	return (
		<div className="flex min-w-0 flex-col gap-2 max-lg:col-span-full lg:items-end print:hidden">
			<Segments
				legend="Range"
				describedBy={ALL.some(isLocked) ? describedBy : undefined}
				options={[
					...ALL.map((range) => ({
						value: range,
						label: <SegmentLabel words={RANGE_LABELS[range]} icon={isLocked(range) && <Lock aria-hidden="true" />} />,
						name: RANGE_NAMES[range],
						isDisabled: isLocked(range),
					})),
					{ value: "days" as const, label: "Custom", name: "Custom range" },
				]}
				value={wish.range}
				onChange={choose}
				className="max-md:w-full max-md:gap-0 max-md:p-0.5 max-md:[&>label]:grow max-md:[&>label]:px-1 max-md:[&>label]:text-[0.8125rem]"
			/>
			{wish.range === "days" && (
				<div className="flex flex-wrap gap-3 max-sm:*:flex-1">
					{(["from", "to"] as const).map((end) => (
						<LabelledControl key={end} id={`${id}-${end}`} label={end === "from" ? "From" : "To"}>
							<input
								id={`${id}-${end}`}
								type="date"
								value={wish[end]}
								onChange={(event) => event.target.value && onChange({ [end]: event.target.value })}
								className={PICKER_CLASS}
							/>
						</LabelledControl>
					))}
				</div>
			)}
		</div>
	);
}
