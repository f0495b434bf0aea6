import { ArrowLeft } from "lucide-react";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { CardPreviews } from "#client/features/links/cards/card-previews.tsx";
import { siteNameOf } from "#client/features/links/cards/site-name.ts";
import { LinkFields } from "#client/features/links/form/link-fields.tsx";
import { LinkForm } from "#client/features/links/form/link-form.tsx";
import { LiveCard } from "#client/features/links/form/live-card.tsx";
import { MonthUsedUp } from "#client/features/links/form/month-used-up.tsx";
import { SmallCard } from "#client/features/links/form/small-card.tsx";
import { useLinkEditing } from "#client/features/links/form/use-link-editing.ts";
import { StartFromPage } from "#client/features/links/prefill/start-from-page.tsx";
import { dashboardAsLeft } from "#client/lib/list-place.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";

/** The form of a new link next to its card. The route's guard ensures a user with a subscription. */
export function NewLinkForm() {
	const { user } = useCurrentUser();
	const { subscription } = useActiveSubscription();
	const editing = useLinkEditing({
		userSlug: user?.userSlug ?? "",
		hasCustomSlugs: planHas(subscription?.planId, "customSlugs"),
	});
	const { card, address, host, targetUrl } = editing;
	return (
		<Page title="Create New Link">
			<ButtonLink {...dashboardAsLeft()} variant="ghost" size="sm" className="-mt-4 -ml-3 sm:-mt-6">
				<ArrowLeft aria-hidden="true" />
				Back to dashboard
			</ButtonLink>
			<PageHeading heading="Create New Link" text="Create a custom link preview for any URL" />
			<MonthUsedUp />
			<div className="mt-4 sm:mt-8">
				<SmallCard card={{ ...card, shortUrl: address }} />
				<div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-14">
					<div data-content="" tabIndex={-1} className="flex min-w-0 flex-col gap-5 pt-4 outline-none lg:pt-0">
						<StartFromPage editing={editing} />
						<LinkForm editing={editing} submitLabel="Create Link">
							<div className="flex min-w-0 flex-col gap-3.5">
								<LinkFields editing={editing} />
							</div>
						</LinkForm>
					</div>
					<div>
						<div className="mx-auto flex max-w-[26rem] flex-col gap-4 lg:sticky lg:top-20 lg:max-w-none">
							<LiveCard editing={editing} />
							<CardPreviews card={{ ...card, host, siteName: siteNameOf(targetUrl) }} />
						</div>
					</div>
				</div>
			</div>
		</Page>
	);
}
