import { useId } from "react";
import { classNames } from "#client/lib/class-names.ts";

type RadioRowProps<Value extends string> = {
	legend: string;
	options: readonly { value: Value; label: string }[];
	value: Value;
	onChange: (value: Value) => void;
};

/** A choice of a few, next to each other. */
export function RadioRow<Value extends string>({ legend, options, value, onChange }: RadioRowProps<Value>) {
	const name = useId();
	return (
		<fieldset className="flex flex-wrap items-center gap-1 rounded-control border bg-sunken p-1">
			<legend className="sr-only">{legend}</legend>
			{options.map((option) => (
				<label
					key={option.value}
					className={classNames(
						"relative flex min-h-11 cursor-pointer items-center rounded-control px-3 text-sm focus-ring-within sm:min-h-9",
						option.value === value ? "border bg-surface font-semibold" : "text-muted",
					)}
				>
					<input
						type="radio"
						name={name}
						value={option.value}
						checked={option.value === value}
						onChange={() => onChange(option.value)}
						className="absolute inset-0 size-full cursor-[inherit] opacity-0"
					/>
					{option.label}
				</label>
			))}
		</fieldset>
	);
}
