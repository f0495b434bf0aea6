import type { ComponentProps } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { CONTROL_CLASS } from "./input.tsx";

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
	return <textarea {...rest} className={classNames(CONTROL_CLASS, "min-h-28 resize-y px-3.5 py-2.5", className)} />;
}
