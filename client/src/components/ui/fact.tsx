import type { ReactNode } from "react";

/** A term with its value, in a `<dl>`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<dt className="text-sm text-muted">{label}</dt>
			<dd className="font-medium wrap-anywhere whitespace-pre-line">{children}</dd>
		</div>
	);
}
