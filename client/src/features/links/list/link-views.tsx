import { Bot, type LucideIcon, UserRound } from "lucide-react";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";

export function LinkViews({ link }: { link: Pick<LinkView, "viewsHuman" | "viewsBot"> }) {
	return (
		<dl className="flex gap-4 text-sm tabular-nums">
			<Count label="Human views" count={link.viewsHuman} Icon={UserRound} tone="text-human" />
			<Count label="Bot views" count={link.viewsBot} Icon={Bot} tone="text-bot" />
		</dl>
	);
}

type CountProps = { label: string; count: number; Icon: LucideIcon; tone: string };

function Count({ label, count, Icon, tone }: CountProps) {
	return (
		<div className={classNames("flex items-center gap-1.5", tone)}>
			<dt>
				<Icon aria-hidden="true" className="size-4" />
				<span className="sr-only">{label}</span>
			</dt>
			<dd className="font-semibold">{formatCount(count)}</dd>
		</div>
	);
}
