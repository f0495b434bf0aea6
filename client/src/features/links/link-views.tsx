import { Bot, UserRound } from "lucide-react";
import { formatCount } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";

/** How many people and how many bots saw a link. */
export function LinkViews({ link }: { link: Pick<LinkView, "viewsHuman" | "viewsBot"> }) {
	return (
		<dl className="flex gap-4 text-sm tabular-nums">
			<div className="flex items-center gap-1.5 text-human">
				<dt>
					<UserRound aria-hidden="true" className="size-4" />
					<span className="sr-only">Human views</span>
				</dt>
				<dd className="font-semibold">{formatCount(link.viewsHuman)}</dd>
			</div>
			<div className="flex items-center gap-1.5 text-bot">
				<dt>
					<Bot aria-hidden="true" className="size-4" />
					<span className="sr-only">Bot views</span>
				</dt>
				<dd className="font-semibold">{formatCount(link.viewsBot)}</dd>
			</div>
		</dl>
	);
}
