import { type ReactNode, useId } from "react";

type ControlProps = {
	id: string;
	"aria-describedby": string | undefined;
	"aria-invalid": boolean;
	"aria-required": boolean | undefined;
};

type Props = {
	label: string;
	/** The rule, shown before any mistake is made. */
	hint?: ReactNode;
	/** What is wrong; it takes the place of the hint. */
	error?: string | undefined;
	isRequired?: boolean;
	/** Beside the label, such as a counter. */
	aside?: ReactNode;
	/** The control itself, given the attributes that tie it to its label and messages. */
	children: (control: ControlProps) => ReactNode;
};

/** A labelled control with its hint and its error message below. */
export function Field({ label, hint, error, isRequired, aside, children }: Props) {
	const id = useId();
	const messageId = `${id}-message`;
	const hasMessage = Boolean(error ?? hint);
	return (
		<div className="flex flex-col gap-1.5">
			<div className="flex items-baseline justify-between gap-4">
				<label htmlFor={id} className="text-sm font-medium text-ink">
					{label}
					{isRequired ? null : <span className="ml-1.5 font-normal text-muted">optional</span>}
				</label>
				{aside}
			</div>
			{children({
				id,
				"aria-describedby": hasMessage ? messageId : undefined,
				"aria-invalid": Boolean(error),
				"aria-required": isRequired,
			})}
			{hasMessage ? (
				<p id={messageId} className={error ? "text-sm text-danger" : "text-sm text-muted"}>
					{error ?? hint}
				</p>
			) : null}
		</div>
	);
}
