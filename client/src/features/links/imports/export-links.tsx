import { Download } from "lucide-react";
import { buttonClass } from "#client/components/ui/button.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { API } from "#shared/platform/api-paths.ts";

/** Downloads all links with their counts (P189). */
export function ExportLinks({ isAllowed }: { isAllowed: boolean }) {
	return (
		<section aria-labelledby="export" className="flex flex-col items-start gap-3">
			<h2 id="export" className="text-2xl">
				Export
			</h2>
			<p className="text-muted">All your links with their views, for Excel, Numbers or Google Sheets.</p>
			{isAllowed ? (
				<a href={API.links.csv} download className={buttonClass({ variant: "secondary" })}>
					<Download aria-hidden="true" />
					Download CSV
				</a>
			) : (
				<UpgradeLink feature="csv" className="self-start" />
			)}
		</section>
	);
}
