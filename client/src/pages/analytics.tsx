import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { ChartsPanel } from "#client/features/analytics/charts-panel.tsx";
import { paths } from "#client/lib/paths.ts";

export function AnalyticsPage() {
	return (
		<Page title="Analytics">
			<PageHeading
				heading="Analytics"
				text="Clicks by people, previews by bots"
				actions={
					<ButtonLink href={paths.dashboard} variant="secondary">
						Back to dashboard
					</ButtonLink>
				}
			/>
			<ChartsPanel linkId={null} share={<ButtonLink href={paths.dashboard}>Choose a link to share</ButtonLink>} />
		</Page>
	);
}
