import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { dashboardAsLeft } from "#client/lib/list-place.ts";

export function LinkNotFound({ text }: { text: string }) {
	return (
		<Page title="Link Not Found" width="narrow">
			<div className="flex flex-col items-start gap-6 py-8">
				<PageHeading heading="Link Not Found" text={text} />
				<ButtonLink {...dashboardAsLeft()}>Back to dashboard</ButtonLink>
			</div>
		</Page>
	);
}
