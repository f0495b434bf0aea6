import { type ComponentProps, type ReactNode, useId } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "id"> & {
	/** What is agreed to; may hold links. */
	children: ReactNode;
	error?: string | undefined;
};

/** The browser's own checkbox with its sentence, and what is wrong below. */
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
