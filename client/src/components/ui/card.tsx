import type { HTMLAttributes } from "react";
import { classNames } from "#client/lib/class-names.ts";

/** A bordered box without padding. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
	return <div {...rest} className={classNames("rounded-card border bg-surface", className)} />;
}
