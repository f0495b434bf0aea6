import { type ReactNode, useState } from "react";
import { Card } from "#client/components/ui/card.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import type { Filter } from "#shared/analytics/breakdowns.ts";
import { HEADINGS } from "./words.ts";

export type BreakdownTab = { of: Filter; table: ReactNode };

type BreakdownCardsProps = {
	cards: BreakdownTab[][];
	chosen: Filter | undefined;
};

export function BreakdownCards({ cards, chosen }: BreakdownCardsProps) {
	return (
		<div
			data-breakdowns=""
			className="grid grid-cols-1 gap-4 min-[900px]:auto-rows-fr min-[900px]:grid-cols-2 print:grid-cols-2"
		>
			{cards.map((tabs) => tabs[0] && <BreakdownCard key={tabs[0].of} tabs={tabs} chosen={chosen} />)}
		</div>
	);
}

function BreakdownCard({ tabs, chosen }: { tabs: BreakdownTab[]; chosen: Filter | undefined }) {
	const [shown, setShown] = useState<string>((tabs.find(({ of }) => of === chosen) ?? tabs[0])?.of ?? "");
	const [only] = tabs;
	return (
		<Card className="flex min-w-0 flex-col gap-2 px-4 py-3">
			{tabs.length === 1 ? (
				<>
					<h3 className="flex min-h-11 items-center text-lg md:min-h-9 print:min-h-9">{only && HEADINGS[only.of]}</h3>
					{only?.table}
				</>
			) : (
				<Tabs value={shown} onValueChange={setShown} className="flex min-w-0 flex-1 flex-col gap-2">
					<TabList aria-label={tabs.map(({ of }) => HEADINGS[of]).join(", ")} className="w-full border-0 p-0!">
						{tabs.map(({ of }) => (
							<Tab key={of} value={of} className="px-1.5! print:min-h-9 print:px-0! print:font-display print:font-bold">
								{HEADINGS[of]}
							</Tab>
						))}
					</TabList>
					{tabs.map(({ of, table }) => (
						<TabPanel key={of} value={of} className="flex min-w-0 flex-1 flex-col gap-2">
							{table}
						</TabPanel>
					))}
				</Tabs>
			)}
		</Card>
	);
}
