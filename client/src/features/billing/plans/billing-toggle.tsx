import { Segments } from "#client/components/ui/segments.tsx";

type BillingToggleProps = { isAnnual: boolean; onChange: (isAnnual: boolean) => void };

const PERIODS = [
	{ value: "monthly", label: "Monthly" },
	{ value: "yearly", label: "Yearly" },
] as const;

export function BillingToggle({ isAnnual, onChange }: BillingToggleProps) {
	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<Segments
				legend="Billing period"
				options={PERIODS}
				value={isAnnual ? "yearly" : "monthly"}
				onChange={(period) => onChange(period === "yearly")}
				className="[&>label]:px-5 [&>label]:text-base"
			/>
			<span className="text-[0.9375rem] font-semibold text-good">2 months free per year</span>
		</div>
	);
}
