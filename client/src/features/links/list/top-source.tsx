import { classNames } from "#client/lib/class-names.ts";
import type { ListedLink } from "#shared/links/link-list.ts";

/** 'Mostly from instagram': by which source most people came (P191); nothing as long as nobody has. */
export function TopSource({ link: { topSource }, className }: { link: ListedLink; className?: string }) {
	if (topSource === undefined) return null;
	return (
		<p title={topSource || undefined} className={classNames("truncate text-sm text-muted", className)}>
			{topSource === "" ? (
				"Mostly direct or unknown"
			) : (
				<>
					Mostly from <bdi>{topSource}</bdi>
				</>
			)}
		</p>
	);
}
