import type { ButtonHTMLAttributes } from "react";
import { classNames } from "#client/lib/class-names.ts";

type SwitchProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onChange"> & {
	checked: boolean;
	onCheckedChange: (checked: boolean) => void;
};

/** Takes effect immediately. Name it with `aria-label` or `aria-labelledby`. */
export function Switch({ checked, onCheckedChange, className, ...rest }: SwitchProps) {
	return (
		<button
			{...rest}
			type="button"
			role="switch"
			aria-checked={checked}
			onClick={() => onCheckedChange(!checked)}
			className={classNames(
				"inline-flex h-8 w-14 shrink-0 items-center rounded-full border p-[3px] transition-colors",
				checked ? "border-accent bg-accent" : "border-control bg-sunken",
				className,
			)}
		>
			<span
				className={classNames(
					"size-6 rounded-full transition-transform forced-colors:bg-[ButtonText] forced-colors:forced-color-adjust-none",
					checked ? "translate-x-6 bg-on-accent" : "bg-control",
				)}
			/>
		</button>
	);
}
