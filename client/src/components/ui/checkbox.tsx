import { type ComponentProps, type ReactNode, useId } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "id"> & {
	children: ReactNode;
	error?: string | undefined;
};

/** A native checkbox with its label, and its error below. */
export function Checkbox({ children, error, ...rest }: CheckboxProps) {
	const id = useId();
	return (
		<div>
			<label htmlFor={id} className="flex items-start gap-3">
				<input
					{...rest}
					type="checkbox"
					id={id}
					aria-invalid={Boolean(error)}
					aria-describedby={error && `${id}-message`}
					className="mt-0.5 size-5 shrink-0 accent-accent"
				/>
				<span>{children}</span>
			</label>
			{error && (
				<p id={`${id}-message`} className="mt-1 ml-8 text-sm text-danger">
					{error}
				</p>
			)}
		</div>
	);
}
