import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { CONTROL_CLASS } from "./input.tsx";

/** The browser's own select, dressed like the other controls. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
	return (
		<span className="relative block">
			<select {...rest} className={classNames(CONTROL_CLASS, "h-11 appearance-none pr-10 pl-3.5", className)}>
				{children}
			</select>
			<ChevronDown aria-hidden="true" className="pointer-events-none absolute top-3 right-3 size-5 text-muted" />
		</span>
	);
}
