import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

type DisclosureProps = {
	title: string;
	/** Beside the title, such as what is set within. */
	aside?: ReactNode;
	/** Open from the start, where something is set. */
	startsOpen?: boolean;
	children: ReactNode;
};

/** Something that few need, behind one quiet line. */
export function Disclosure({ title, aside, startsOpen = false, children }: DisclosureProps) {
	return (
		<details open={startsOpen} className="group rounded-card border bg-surface">
			<summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 py-2.5 font-semibold select-none hover:bg-sunken [&::-webkit-details-marker]:hidden">
				<ChevronRight
					aria-hidden="true"
					className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
				/>
				{title}
				{aside && <span className="ml-auto min-w-0 truncate text-sm font-normal text-muted">{aside}</span>}
			</summary>
			<div className="flex flex-col gap-5 border-t p-4">{children}</div>
		</details>
	);
}
