import { type ReactNode, useId } from "react";
import { classNames } from "#client/lib/class-names.ts";

type Segment<Value extends string> = {
	value: Value;
	label: ReactNode;
	/** Where the label alone says too little. It contains the label. */
	name?: string;
	isDisabled?: boolean;
};

type SegmentsProps<Value extends string> = {
	legend: string;
	options: readonly Segment<Value>[];
	value: Value;
	onChange: (value: Value) => void;
	describedBy?: string | undefined;
	className?: string;
};

/** A choice of a few, next to one another. */
export function Segments<Value extends string>({ legend, options, value, onChange, ...rest }: SegmentsProps<Value>) {
	const name = useId();
	return (
		<fieldset
			aria-describedby={rest.describedBy}
			className={classNames(
				"flex w-fit max-w-full min-w-0 flex-wrap gap-1 rounded-control border bg-sunken p-1",
				rest.className,
			)}
		>
			<legend className="sr-only">{legend}</legend>
			{options.map((segment) => (
				<label
					key={segment.value}
					data-segment={segment.value}
					data-chosen={segment.value === value || undefined}
					className={classNames(
						"focus-ring-within relative flex min-h-11 items-center justify-center gap-1.5 rounded-[7px] border px-3 text-sm font-semibold whitespace-nowrap transition-colors md:min-h-9",
						// Lighter than its ground in both themes: what is darker looks pressed.
						segment.value === value
							? "border-line bg-surface text-ink dark:border-control dark:bg-line"
							: "border-transparent text-muted",
						segment.isDisabled ? "opacity-55" : "hover:text-ink",
					)}
				>
					<input
						type="radio"
						name={name}
						value={segment.value}
						aria-label={segment.name}
						checked={segment.value === value}
						disabled={segment.isDisabled}
						onChange={() => onChange(segment.value)}
						className="absolute inset-0 size-full cursor-pointer appearance-none outline-none disabled:cursor-not-allowed"
					/>
					{segment.label}
				</label>
			))}
		</fieldset>
	);
}
