import type { ReactNode } from "react";
import { CONTROL_CLASS } from "#client/components/ui/input.tsx";
import { classNames } from "#client/lib/class-names.ts";

export const PICKER_CLASS = classNames(CONTROL_CLASS, "h-11 px-3");

export function LabelledControl({ id, label, children }: { id: string; label: string; children: ReactNode }) {
	return (
		<div className="flex min-w-0 flex-col gap-1 sm:flex-row sm:items-center sm:gap-2">
			<label htmlFor={id} className="text-sm font-semibold whitespace-nowrap">
				{label}
			</label>
			{children}
		</div>
	);
}
