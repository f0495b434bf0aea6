import { useState } from "react";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { NameInLinks } from "#client/features/account/name-in-links.tsx";
import { YourData } from "#client/features/account/your-data.tsx";
import { YourDetails } from "#client/features/billing/onboarding/your-details.tsx";
import { PastDuePanel } from "#client/features/billing/subscriptions/past-due/past-due.tsx";
import { InvoicesCard } from "#client/features/billing/subscriptions/plan/invoices-card.tsx";
import { SubscriptionCard } from "#client/features/billing/subscriptions/plan/subscription-card.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { WithdrawalOffer } from "#client/features/billing/withdrawal/withdrawal-offer.tsx";
import { ExportLinks } from "#client/features/links/imports/export-links.tsx";
import { KeptLinks, useHasKeptLinks } from "#client/features/links/list/kept-links.tsx";
import { paths } from "#client/lib/paths.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";
import type { Standing } from "#shared/billing/subscriptions/subscription.ts";

/** `/account`: what a user without a valid subscription keeps, and what they can do with it (P262). */
export function AccountPage() {
	const { isActive, standing, isLoading, subscription } = useActiveSubscription();
	const hasLinks = useHasKeptLinks();
	const [isEditingDetails, setIsEditingDetails] = useState(false);
	const sentences = [
		...(hasLinks ? ["These links keep working."] : []),
		...(isActive || isLoading ? [] : [BEFORE_LINKS[standing]]),
	];
	return (
		<Page title="Account">
			<PageHeading
				heading="Account"
				text="Your links, invoices and data"
				actions={isActive && <ButtonLink href={paths.dashboard}>Go to dashboard</ButtonLink>}
			/>
			<div className="mt-8 flex flex-col gap-10">
				<PlanOrDebt />
				<WithdrawalOffer />
				<section aria-labelledby="kept-links" className="flex flex-col gap-4">
					<div className="flex flex-col gap-1.5">
						<h2 id="kept-links" className="text-2xl">
							Your links
						</h2>
						{sentences.length > 0 && <p className="text-muted">{sentences.join(" ")}</p>}
					</div>
					<KeptLinks />
				</section>
				{!isLoading && <ExportLinks isAllowed={!isActive || planHas(subscription?.planId, "csv")} />}
				<div className="flex flex-col gap-6">
					{!isLoading && standing === "none" && <InvoicesCard />}
					<YourDetails isEditing={isEditingDetails} onEditing={setIsEditingDetails}>
						<NameInLinks />
					</YourDetails>
					<YourData />
				</div>
			</div>
		</Page>
	);
}

/** What comes before links can be made, without a valid subscription. */
const BEFORE_LINKS: Record<Standing, string> = {
	none: "Subscribe to create or edit links.",
	owing: "Pay the open invoice to create or edit links.",
	trialing: "You can create or edit links after your trial.",
	paused: "Resume your subscription to create or edit links.",
	ending: "Reactivate your subscription to create or edit links.",
	active: "",
};

/** What the person pays for, or owes. */
function PlanOrDebt() {
	const { pastDue, isLoading } = useActiveSubscription();
	if (isLoading) return <Skeleton className="h-40 max-w-2xl rounded-card" />;
	return pastDue ? <PastDuePanel pastDue={pastDue} isOnAccount /> : <SubscriptionCard />;
}
