import { useId } from "react";

export type Choice<Value extends string> = { value: Value; label: string; note: string };

type ChoiceListProps<Value extends string> = {
	legend: string;
	choices: readonly Choice<Value>[];
	chosen: readonly Value[];
	error: string | undefined;
	isDisabled: boolean;
	onChange: (chosen: Value[]) => void;
};

/** Several of a list: a checkbox each, with a line of what it means. */
export function ChoiceList<Value extends string>({
	legend,
	choices,
	chosen,
	error,
	isDisabled,
	onChange,
}: ChoiceListProps<Value>) {
	const id = useId();
	return (
		<fieldset aria-describedby={error && `${id}-message`} className="flex flex-col gap-1.5">
			<legend className="mb-1.5 font-semibold">{legend}</legend>
			<div className="flex flex-col divide-y rounded-control border">
				{choices.map(({ value, label, note }, index) => (
					<label key={value} className="flex cursor-pointer items-start gap-3 px-3.5 py-3">
						<input
							type="checkbox"
							name={value}
							checked={chosen.includes(value)}
							disabled={isDisabled}
							onChange={({ target }) =>
								onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
							}
							aria-labelledby={`${id}-${value}`}
							aria-describedby={index === 0 && error ? `${id}-${value}-note ${id}-message` : `${id}-${value}-note`}
							aria-invalid={index === 0 && Boolean(error)}
							className="mt-0.5 size-5 shrink-0 accent-accent"
						/>
						<span className="flex min-w-0 flex-col">
							<span id={`${id}-${value}`}>{label}</span>
							<span id={`${id}-${value}-note`} className="text-sm text-muted">
								{note}
							</span>
						</span>
					</label>
				))}
			</div>
			{error && (
				<p id={`${id}-message`} className="text-sm text-danger">
					{error}
				</p>
			)}
		</fieldset>
	);
}
