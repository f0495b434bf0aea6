import type { ComponentProps } from "react";
import { classNames } from "#client/lib/class-names.ts";

export const CONTROL_CLASS =
	"w-full rounded-control border border-control bg-surface text-ink placeholder:text-muted transition-colors hover:not-disabled:border-ink aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted";

export function Input({ className, ...rest }: ComponentProps<"input">) {
	return <input {...rest} className={classNames(CONTROL_CLASS, "h-11 px-3.5", className)} />;
}
