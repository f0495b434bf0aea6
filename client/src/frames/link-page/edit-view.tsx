import { useQuery } from "@tanstack/react-query";
import { Button } from "#client/components/ui/button.tsx";
import { linkDeliveriesQuery } from "#client/features/links/cards/cards.queries.ts";
import { FlaggedNote } from "#client/features/links/flags/flagged-note.tsx";
import { LinkFields } from "#client/features/links/form/link-fields.tsx";
import { LiveCard } from "#client/features/links/form/live-card.tsx";
import type { LinkEditing } from "#client/features/links/form/use-link-editing.ts";
import { TargetNote } from "#client/features/links/health/target-note.tsx";
import { LinkViewStats } from "#client/features/public/views/link-view-stats.tsx";
import { CARD_PLATFORMS } from "#shared/links/cards/platforms.ts";

type EditViewProps = { editing: LinkEditing; onShowPreviews: () => void };

/** A link's fields next to its card; on narrow screens the card is in the header. */
export function EditView({ editing, onShowPreviews }: EditViewProps) {
	return (
		<div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-14">
			<div className="flex min-w-0 flex-col gap-3.5">
				<div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
					<h1 className="text-2xl">Edit Link</h1>
					<div className="text-sm text-muted">{editing.link && <FreshViewStats linkId={editing.link.id} />}</div>
				</div>
				{editing.link && <FlaggedNote link={editing.link} />}
				{editing.link && <TargetNote link={editing.link} />}
				<LinkFields editing={editing} />
			</div>
			<div>
				<div className="mx-auto flex max-w-[26rem] flex-col gap-3 lg:sticky lg:top-36 lg:max-w-none">
					<LiveCard editing={editing} />
					<Button variant="secondary" className="self-start" onClick={onShowPreviews}>
						See it in {CARD_PLATFORMS.length} apps
					</Button>
				</div>
			</div>
		</div>
	);
}

/** The link's views, refreshed like the receipts in Previews. */
function FreshViewStats({ linkId }: { linkId: number }) {
	const { data } = useQuery(linkDeliveriesQuery(linkId));
	return <LinkViewStats linkId={linkId} newest={data?.views} />;
}
