import { ArrowLeft } from "lucide-react";
import { Page } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { ChartsPanel } from "#client/features/analytics/charts-panel.tsx";
import { paths } from "#client/lib/paths.ts";

export function AnalyticsPage() {
	return (
		<Page title="Analytics" isDense>
			<ChartsPanel
				heading={<Heading />}
				linkId={null}
				share={<ButtonLink href={paths.dashboard}>Choose a link to share</ButtonLink>}
			/>
		</Page>
	);
}

function Heading() {
	return (
		<div className="flex items-center gap-1">
			<ButtonLink href={paths.dashboard} variant="ghost" size="icon" className="-ml-3 shrink-0 print:hidden">
				<ArrowLeft aria-hidden="true" />
				<span className="sr-only">Back to dashboard</span>
			</ButtonLink>
			<div>
				<h1 className="text-2xl">Analytics</h1>
				<p className="text-sm text-muted">Clicks by people, previews by bots</p>
			</div>
		</div>
	);
}
