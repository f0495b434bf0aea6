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
	/** Lines that are kept for a message, on phones: what is below stays where it is when one comes. */
	room?: 1 | 2;
	/** Next to the label, such as a counter. */
	aside?: ReactNode;
	children: (control: ControlProps) => ReactNode;
};

/** A labeled control with a hint or an error below. */
export function Field({ label, hint, error, isRequired = false, room, aside, children }: FieldProps) {
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
			{(message || room) && (
				<p
					id={`${id}-message`}
					className={classNames("text-sm", room && ROOM[room], error ? "text-danger" : "text-muted")}
				>
					{message}
				</p>
			)}
		</div>
	);
}

const ROOM = { 1: "min-h-5", 2: "min-h-10 sm:min-h-5" };
