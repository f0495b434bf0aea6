import { useId } from "react";
import { classNames } from "#client/lib/class-names.ts";

type BillingToggleProps = { isAnnual: boolean; onChange: (isAnnual: boolean) => void };

/** Monthly or yearly prices. */
export function BillingToggle({ isAnnual, onChange }: BillingToggleProps) {
	const name = useId();
	const option = (label: string, value: boolean) => (
		<label
			data-chosen={isAnnual === value || undefined}
			className={classNames(
				"focus-ring-within relative flex min-h-10 items-center justify-center rounded-[7px] border px-5 font-semibold transition-colors",
				isAnnual === value ? "border-line bg-surface text-ink" : "border-transparent text-muted",
			)}
		>
			<input
				type="radio"
				name={name}
				checked={isAnnual === value}
				onChange={() => onChange(value)}
				className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
			/>
			{label}
		</label>
	);
	return (
		<fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<legend className="sr-only">Billing period</legend>
			<span className="inline-grid grid-cols-2 gap-1 rounded-control border bg-sunken p-1">
				{option("Monthly", false)}
				{option("Yearly", true)}
			</span>
			<span className="text-[0.9375rem] font-semibold text-good">2 months free per year</span>
		</fieldset>
	);
}
