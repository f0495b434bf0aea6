import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { useCurrentUser } from "#client/features/auth/auth.queries.ts";
import { CardPreviews } from "#client/features/cards/card-previews.tsx";
import { siteNameOf } from "#client/features/cards/site-name.ts";
import { LinkForm } from "#client/features/links/form/link-form.tsx";
import { useActiveSubscription } from "#client/features/subscriptions/subscriptions.queries.ts";
import { dashboardAsLeft } from "#client/lib/list-place.ts";
import { shortDomain } from "#client/lib/public-origin.ts";
import type { LinkView } from "#shared/links/link.ts";
import { planHas } from "#shared/plans/plan-features.ts";

type LinkFormFrameProps = {
	heading: string;
	text: ReactNode;
	submitLabel: string;
	link?: LinkView;
	/** What else on the page is written and not saved, such as 'the card for Discord'. */
	unsavedElsewhere?: string | null;
	children?: ReactNode;
};

/** The frame that creating and editing a link share. The guard has seen to a person and a subscription. */
export function LinkFormFrame({
	heading,
	text,
	submitLabel,
	link,
	unsavedElsewhere = null,
	children,
}: LinkFormFrameProps) {
	const { user } = useCurrentUser();
	const { subscription } = useActiveSubscription();
	return (
		<Page title={heading}>
			<ButtonLink {...dashboardAsLeft()} variant="ghost" size="sm" className="-ml-3 mb-4">
				<ArrowLeft aria-hidden="true" />
				Back to dashboard
			</ButtonLink>
			<PageHeading heading={heading} text={text} />
			<div className="mt-8 sm:mt-10">
				<LinkForm
					link={link}
					userSlug={user?.userSlug ?? ""}
					hasCustomSlugs={planHas(subscription?.planId, "customSlugs")}
					submitLabel={submitLabel}
					unsavedElsewhere={unsavedElsewhere}
					belowCard={({ targetUrl, ...card }) => (
						<CardPreviews linkId={link?.id} card={{ ...card, host: shortDomain(), siteName: siteNameOf(targetUrl) }} />
					)}
				/>
			</div>
			{children}
		</Page>
	);
}
