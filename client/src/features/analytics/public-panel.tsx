import { useId } from "react";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { saidBy } from "#client/lib/api-client.ts";
import { PUBLIC_RANGES, type PublicRange } from "#shared/analytics/public-stats.ts";
import { LabelledControl, PICKER_CLASS } from "./labelled-control.tsx";
import { RANGE_NAMES } from "./words.ts";

/** Which days, on a public page. */
export function PublicRangePicker({ range, onChange }: { range: PublicRange; onChange: (range: PublicRange) => void }) {
	const id = useId();
	return (
		<LabelledControl id={id} label="Range">
			<select
				id={id}
				value={range}
				onChange={(event) => onChange(readPublicRange(event.target.value))}
				className={PICKER_CLASS}
			>
				{PUBLIC_RANGES.map((each) => (
					<option key={each} value={each}>
						{RANGE_NAMES[each]}
					</option>
				))}
			</select>
		</LabelledControl>
	);
}

/** A range as an address has it; the last month for everything else. */
export function readPublicRange(text: string | null): PublicRange {
	return PUBLIC_RANGES.find((range) => range === text) ?? "30d";
}

/** That the figures could not be had, and what can be done. */
export function PublicStatsTrouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
	return (
		<LoadFailed look="page" onRetry={onRetry}>
			{saidBy(error) ?? "The figures could not be loaded."}
		</LoadFailed>
	);
}
