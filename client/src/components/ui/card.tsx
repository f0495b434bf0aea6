import type { HTMLAttributes } from "react";
import { classNames } from "#client/lib/class-names.ts";

/** A sheet on the page: hairline border, no shadow. Padding is up to what it holds. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
	return <div {...rest} className={classNames("rounded-card border bg-surface", className)} />;
}
