import { Card } from "#client/components/ui/card.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { AppPreviews } from "#client/features/links/cards/app-previews.tsx";
import type { WrittenCard } from "#client/features/links/cards/card-previews.tsx";
import { CustomCard } from "#client/features/links/cards/custom-card.tsx";
import { DeliveryReceipts, ReceiptDetails } from "#client/features/links/cards/delivery-receipts.tsx";
import { FreshCard, FreshDetails } from "#client/features/links/cards/fresh-card.tsx";
import { TestThisLink } from "#client/features/links/cards/self-test.tsx";
import type { CardsBeingWritten } from "#client/features/links/cards/use-card-drafts.ts";
import { useImageSize } from "#client/features/links/cards/use-image-size.ts";
import { ImageEditorDialog } from "#client/features/links/image/image-editor-dialog.tsx";
import { copyLink } from "#client/features/links/share/copy-link.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";
import type { LinkView } from "#shared/links/link.ts";

type PreviewsViewProps = {
	link: LinkView;
	card: WrittenCard;
	cards: CardsBeingWritten;
	isUnsaved: boolean;
};

export function PreviewsView({ link, card, cards, isUnsaved }: PreviewsViewProps) {
	const { subscription } = useActiveSubscription();
	const image = useImageSize(card.imageUrl);
	return (
		<div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
			<div className="flex min-w-0 flex-col gap-5">
				<h1 className="text-2xl">Previews</h1>
				<AppPreviews card={{ ...card, image }} written={cards} isRoomy>
					{(target, app) => (
						<CustomCard
							link={link}
							target={target}
							app={app}
							cards={cards}
							isAllowed={planHas(subscription?.planId, "platformCards")}
							editImage={(editing) => <ImageEditorDialog {...editing} />}
						/>
					)}
				</AppPreviews>
			</div>
			<Card className="flex min-w-0 flex-col gap-4 self-start p-4 sm:p-5">
				<p role="status" className="text-sm font-medium text-warn empty:hidden">
					{isUnsaved && "Shows the saved version."}
				</p>
				<DeliveryReceipts linkId={link.id} />
				<TestThisLink linkId={link.id}>
					<FreshCard link={link} onCopy={(address) => void copyLink(address)} />
				</TestThisLink>
				<details className="border-t pt-2 text-sm text-muted">
					<summary className="inline-flex min-h-11 items-center underline md:min-h-8">Details</summary>
					<div className="flex flex-col gap-4 pt-2">
						<ReceiptDetails linkId={link.id} />
						<FreshDetails link={link} />
					</div>
				</details>
			</Card>
		</div>
	);
}
