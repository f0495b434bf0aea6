import { type ReactNode, useId } from "react";
import { classNames } from "#client/lib/class-names.ts";

type ControlProps = {
	id: string;
	"aria-describedby": string | undefined;
	"aria-invalid": boolean;
	"aria-required": boolean | undefined;
};

type FieldProps = {
	label: string;
	hint?: ReactNode;
	error?: string | null | undefined;
	isRequired?: boolean;
	/** Next to the label, such as a counter. */
	aside?: ReactNode;
	children: (control: ControlProps) => ReactNode;
};

/** A labeled control with a hint or an error below. */
export function Field({ label, hint, error, isRequired = false, aside, children }: FieldProps) {
	const id = useId();
	const message = error ?? hint;
	return (
		<div className="flex flex-col gap-1.5">
			<div className="flex items-baseline justify-between gap-4">
				<label htmlFor={id} className="font-semibold">
					{label}
					{!isRequired && " "}
					{!isRequired && <span className="ml-0.5 text-sm font-normal text-muted">optional</span>}
				</label>
				{aside}
			</div>
			{children({
				id,
				"aria-describedby": message ? `${id}-message` : undefined,
				"aria-invalid": Boolean(error),
				"aria-required": isRequired || undefined,
			})}
			{message && (
				<p id={`${id}-message`} className={classNames("text-sm", error ? "text-danger" : "text-muted")}>
					{message}
				</p>
			)}
		</div>
	);
}
