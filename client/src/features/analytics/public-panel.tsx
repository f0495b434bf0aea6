import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Segments } from "#client/components/ui/segments.tsx";
import { saidBy } from "#client/lib/api-client.ts";
import { PUBLIC_RANGES, type PublicRange } from "#shared/analytics/public-stats.ts";
import { SegmentLabel } from "./segment-label.tsx";
import { RANGE_LABELS, RANGE_NAMES } from "./words.ts";

export function PublicRangePicker({ range, onChange }: { range: PublicRange; onChange: (range: PublicRange) => void }) {
	return (
		<Segments
			legend="Range"
			options={PUBLIC_RANGES.map((each) => ({
				value: each,
				label: <SegmentLabel words={RANGE_LABELS[each]} />,
				name: RANGE_NAMES[each],
			}))}
			value={range}
			onChange={onChange}
			className="max-sm:w-full max-sm:*:grow print:hidden"
		/>
	);
}

/** Parses a range; the default is the last month. */
export function readPublicRange(text: string | null): PublicRange {
	return PUBLIC_RANGES.find((range) => range === text) ?? "30d";
}

export function PublicStatsTrouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
	return (
		<LoadFailed look="page" onRetry={onRetry}>
			{saidBy(error) ?? "The figures could not be loaded."}
		</LoadFailed>
	);
}
