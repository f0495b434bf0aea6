import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "wouter";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { linkDeliveriesQuery } from "#client/features/cards/cards.queries.ts";
import { DeliveryReceipts } from "#client/features/cards/delivery-receipts.tsx";
import { FreshCard } from "#client/features/cards/fresh-card.tsx";
import { PlatformCards } from "#client/features/cards/platform-cards.tsx";
import { TestThisLink } from "#client/features/cards/self-test.tsx";
import { linkBySlugQuery } from "#client/features/links/links.queries.ts";
import { PictureEditorDialog } from "#client/features/links/picture/picture-editor-dialog.tsx";
import { copyLink } from "#client/features/links/share/copy-link.ts";
import { useActiveSubscription } from "#client/features/subscriptions/subscriptions.queries.ts";
import { LinkViewStats } from "#client/features/views/link-view-stats.tsx";
import { LinkFormFrame } from "#client/frames/link-form-frame.tsx";
import { LinkNotFound } from "#client/frames/link-not-found.tsx";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { planHas } from "#shared/plans/plan-features.ts";

export function EditLinkPage() {
	const { linkSlug = "" } = useParams();
	const { data: link, isPending } = useQuery(linkBySlugQuery(linkSlug));
	useAskAgain([linkBySlugQuery(linkSlug).queryKey]);
	const { subscription } = useActiveSubscription();
	const [unsavedCards, setUnsavedCards] = useState<string | null>(null);
	if (isPending) return <PageSpinner label="Loading the link" />;
	if (!link) {
		return (
			<LinkNotFound text="The link you're trying to edit doesn't exist or you don't have permission to access it." />
		);
	}
	return (
		<LinkFormFrame
			heading="Edit Link"
			text={<FreshViewStats linkId={link.id} />}
			submitLabel="Update Link"
			link={link}
			unsavedElsewhere={unsavedCards && `the card for ${unsavedCards}`}
		>
			<div className="mt-12 grid gap-10 border-t pt-10 lg:grid-cols-2 lg:gap-14">
				<DeliveryReceipts linkId={link.id} />
				<section aria-labelledby="fresh" className="flex min-w-0 flex-col gap-4">
					<h2 id="fresh" className="text-2xl">
						Show the newest card
					</h2>
					<FreshCard link={link} onCopy={(address) => void copyLink(address)} />
					<TestThisLink linkId={link.id} />
				</section>
				<div className="min-w-0 lg:col-span-2">
					<PlatformCards
						key={link.id}
						link={link}
						isAllowed={planHas(subscription?.planId, "platformCards")}
						editPicture={(editing) => <PictureEditorDialog {...editing} />}
						onUnsaved={setUnsavedCards}
					/>
				</div>
			</div>
		</LinkFormFrame>
	);
}

/** The link's views, as fresh as the receipts below. */
function FreshViewStats({ linkId }: { linkId: number }) {
	const { data } = useQuery(linkDeliveriesQuery(linkId));
	return <LinkViewStats linkId={linkId} newest={data?.views} />;
}
