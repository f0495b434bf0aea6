import * as Popover from "@radix-ui/react-popover";
import { Settings } from "lucide-react";
import { useId } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Segments } from "#client/components/ui/segments.tsx";
import { zoneName } from "#shared/analytics/time-zone.ts";
import { type ChartView, zonesWith } from "./chart-address.ts";
import { PICKER_CLASS } from "./labelled-control.tsx";
import { VIEWS } from "./views-chart.tsx";

type ChartSettingsProps = {
	zone: string;
	view: ChartView;
	onZone: (zone: string) => void;
	onView: (view: ChartView) => void;
};

export function ChartSettings({ zone, view, onZone, onView }: ChartSettingsProps) {
	const id = useId();
	return (
		// Focus stays within until it is closed.
		<Popover.Root modal>
			<Popover.Trigger asChild>
				<Button variant="secondary" size="icon" aria-label="Chart settings">
					<Settings aria-hidden="true" />
				</Button>
			</Popover.Trigger>
			<Popover.Portal>
				<Popover.Content
					align="end"
					sideOffset={6}
					collisionPadding={16}
					aria-label="Chart settings"
					className="enter z-50 flex w-72 max-w-[calc(100vw-2rem)] flex-col gap-4 rounded-card border bg-surface p-4 shadow-[0_8px_30px_rgb(0_0_0/0.12)] print:hidden"
				>
					<div className="flex flex-col gap-1">
						<label htmlFor={id} className="text-sm font-semibold">
							Time zone
						</label>
						<select id={id} value={zone} onChange={(event) => onZone(event.target.value)} className={PICKER_CLASS}>
							{zonesWith(zone).map((each) => (
								<option key={each} value={each}>
									{zoneName(each)}
								</option>
							))}
						</select>
					</div>
					<Segments legend="Show as" options={VIEWS} value={view} onChange={onView} className="w-full [&>label]:grow" />
				</Popover.Content>
			</Popover.Portal>
		</Popover.Root>
	);
}
