import type { ReactNode } from "react";

type ChapterProps = { code?: ReactNode; children: ReactNode };

/** A text, with code next to it on wide screens. */
export function Chapter({ code, children }: ChapterProps) {
	return (
		<div className="xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:gap-10">
			<div className="flex min-w-0 flex-col gap-4">{children}</div>
			<div className="mt-6 flex min-w-0 flex-col gap-4 xl:mt-0">{code}</div>
		</div>
	);
}
