import { Link } from "wouter";
import { classNames } from "#client/lib/class-names.ts";
import { paths } from "#client/lib/paths.ts";

/** From what a plan does not have to the plans that do. */
export function UpgradeLink({ className }: { className?: string }) {
	return (
		<Link
			href={paths.pricing}
			className={classNames("font-medium text-accent underline underline-offset-2", className)}
		>
			Upgrade to use this feature
		</Link>
	);
}
