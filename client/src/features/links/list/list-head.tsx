import type { ReactNode, Ref } from "react";
import { classNames } from "#client/lib/class-names.ts";

type ListHeadProps = {
	heading: Ref<HTMLHeadingElement>;
	counters: ReactNode;
	count: ReactNode;
	/** The bulk bar for a list without a search bar; it replaces counters and menu. */
	bar: ReactNode;
	menu: ReactNode;
};

/** On wide screens the counters align with the columns of people and bots (P598). */
export function ListHead({ heading, counters, count, bar, menu }: ListHeadProps) {
	const isBar = Boolean(bar);
	return (
		<div className="flex flex-col gap-2 lg:min-h-11 lg:flex-row lg:items-center">
			<div className={classNames("lg:order-1 lg:ml-auto", isBar && "lg:hidden")}>{counters}</div>
			<div className="flex min-h-11 min-w-0 items-center gap-2 lg:contents">
				<h2 ref={heading} id="your-links" tabIndex={-1} className="text-xl whitespace-nowrap outline-none">
					Your Links
				</h2>
				<div className={classNames("contents", isBar && "md:hidden")}>{count}</div>
				{bar}
				<div className={classNames("ml-auto flex items-center lg:order-2 lg:ml-[17px]", isBar && "md:hidden")}>
					{menu}
				</div>
			</div>
		</div>
	);
}
