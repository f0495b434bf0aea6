import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
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
		<Card role="alert" className="flex flex-col items-center gap-4 px-6 py-12 text-center">
			<CircleAlert aria-hidden="true" className="size-8 text-danger" />
			<p>{saidBy(error) ?? "The figures could not be loaded."}</p>
			<Button variant="secondary" onClick={onRetry}>
				Try again
			</Button>
		</Card>
	);
}
