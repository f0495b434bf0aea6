import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { ExportLinks } from "#client/features/links/imports/export-links.tsx";
import { ImportLinks } from "#client/features/links/imports/import-links.tsx";
import { importQuery } from "#client/features/links/imports/imports.queries.ts";
import { paths } from "#client/lib/paths.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";

/** `/admin/import`: CSV import and export. */
export function ImportPage() {
	const { subscription } = useActiveSubscription();
	const { isPending } = useQuery(importQuery);
	const isAllowed = planHas(subscription?.planId, "csv");
	return (
		<Page title="Import and export">
			<ButtonLink href={paths.dashboard} variant="ghost" size="sm" className="-ml-3 mb-4">
				<ArrowLeft aria-hidden="true" />
				Back to dashboard
			</ButtonLink>
			<PageHeading heading="Import and export" text="Import or export links as CSV." />
			<div className="mt-8 flex flex-col gap-10">
				<ImportLinks isAllowed={isAllowed} hasThousands={planHas(subscription?.planId, "bulkImport")} />
				{/* After the import, which takes a line or a page. */}
				{!isPending && <ExportLinks isAllowed={isAllowed} />}
			</div>
		</Page>
	);
}
