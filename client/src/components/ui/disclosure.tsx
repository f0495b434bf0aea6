import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { classNames } from "#client/lib/class-names.ts";

type DisclosureProps = {
	title: string;
	aside?: ReactNode;
	/** The title wraps, before the aside is cut. */
	isAsideWhole?: boolean;
	/** Opens it, initially or later; never closes it, since the user may be working inside. */
	startsOpen?: boolean;
	/** Or of whether it's open, for what needn't be loaded before. */
	children: ReactNode | ((isOpen: boolean) => ReactNode);
};

/** A collapsible section for rarely used options. */
export function Disclosure({ title, aside, isAsideWhole = false, startsOpen = false, children }: DisclosureProps) {
	const [isOpen, setIsOpen] = useState(startsOpen);
	const [wasAsked, setWasAsked] = useState(startsOpen);
	if (startsOpen !== wasAsked) {
		setWasAsked(startsOpen);
		if (startsOpen) setIsOpen(true);
	}
	return (
		<details
			open={isOpen}
			onToggle={(event) => setIsOpen(event.currentTarget.open)}
			className="group rounded-card border bg-surface"
		>
			<summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 py-2.5 font-semibold select-none hover:bg-sunken [&::-webkit-details-marker]:hidden">
				<ChevronRight
					aria-hidden="true"
					className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
				/>
				<span className="min-w-0 wrap-anywhere">{title}</span>
				{aside && (
					<span
						className={classNames(
							"ml-auto min-w-0 truncate text-sm font-normal text-muted",
							isAsideWhole && "max-w-3/5 shrink-0",
						)}
					>
						{aside}
					</span>
				)}
			</summary>
			<div className="flex flex-col gap-5 border-t p-4">
				{typeof children === "function" ? children(isOpen) : children}
			</div>
		</details>
	);
}
