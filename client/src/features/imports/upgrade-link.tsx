import { Link } from "wouter";
import { paths } from "#client/lib/paths.ts";

export function UpgradeLink() {
	return (
		<p>
			<Link href={paths.pricing} className="font-medium text-accent underline underline-offset-2">
				Upgrade to use this feature
			</Link>
		</p>
	);
}
