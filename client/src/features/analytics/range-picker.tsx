import { useId } from "react";
import { UpgradeToPlan } from "#client/components/ui/upgrade-link.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { classNames } from "#client/lib/class-names.ts";
import { RANGES, type Range } from "#shared/analytics/chart.ts";
import { zoneName } from "#shared/analytics/time-zone.ts";
import { chartDays, planWithMoreDays } from "#shared/billing/plans/plan-features.ts";
import { type ChartWish, lastWeek, zonesWith } from "./chart-address.ts";
import { LabelledControl, PICKER_CLASS } from "./labelled-control.tsx";
import { RANGE_NAMES } from "./words.ts";

type RangePickerProps = {
	wish: ChartWish;
	/** The days shown now, from which a custom range starts; else the last week. */
	shown: { from: string; to: string } | undefined;
	onChange: (change: Partial<ChartWish>) => void;
};

/** Which days, and by the clock of which zone. */
export function RangePicker({ wish, shown, onChange }: RangePickerProps) {
	const { subscription } = useActiveSubscription();
	const id = useId();
	const allowed = chartDays(subscription?.planId);
	const isLocked = Object.values(RANGES).some((days) => days > allowed);

	function choose(range: string): void {
		if (range !== "days") onChange({ range: range as Range });
		else onChange({ range: "days", ...(shown ?? lastWeek(wish.zone, new Date())) });
	}

	return (
		<div className="flex flex-col gap-2 max-sm:w-full print:hidden">
			<div className="grid grid-cols-1 gap-3 sm:flex sm:flex-wrap sm:items-end">
				<LabelledControl id={`${id}-range`} label="Range">
					<select
						id={`${id}-range`}
						value={wish.range}
						onChange={(event) => choose(event.target.value)}
						className={PICKER_CLASS}
					>
						{Object.entries(RANGE_NAMES).map(([range, name]) => (
							<option key={range} value={range} disabled={RANGES[range as Range] > allowed}>
								{name}
							</option>
						))}
						<option value="days">Custom range</option>
					</select>
				</LabelledControl>
				{wish.range === "days" &&
					(["from", "to"] as const).map((end) => (
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
				<LabelledControl id={`${id}-zone`} label="Time zone">
					<select
						id={`${id}-zone`}
						value={wish.zone}
						onChange={(event) => onChange({ zone: event.target.value })}
						className={classNames(PICKER_CLASS, "sm:max-w-60")}
					>
						{zonesWith(wish.zone).map((zone) => (
							<option key={zone} value={zone}>
								{zoneName(zone)}
							</option>
						))}
					</select>
				</LabelledControl>
			</div>
			{isLocked && (
				<p className="text-sm text-muted">
					Your plan's charts go back {allowed} days. <UpgradeToPlan plan={planWithMoreDays(subscription?.planId)} />
				</p>
			)}
		</div>
	);
}
