import { ImagePlus, Unlink } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { formatCounted } from "#client/lib/format.ts";
import type { LinkFilter, LinkIndex } from "#shared/links/link-list.ts";
import { FlaggedLine } from "../flags/flagged-line.tsx";

type ListNotesProps = {
	totals: LinkIndex["totals"];
	filter: LinkFilter | undefined;
	onShow: (filter: LinkFilter) => void;
};

/** A single link without an image is noted only in its row. */
const IMAGES_FROM = 2;

/** What needs the owner's attention, each with a filter: flagged links (P553), gone targets (P685), and links without an image (P599). */
export function ListNotes({ totals: { flagged = 0, gone = 0, withoutImage = 0 }, filter, onShow }: ListNotesProps) {
	const isFlagged = flagged > 0 && filter !== "flagged";
	const lacksImages = withoutImage >= IMAGES_FROM && filter !== "no-picture";
	const hasGone = gone > 0 && filter !== "gone";
	if (!isFlagged && !hasGone && !lacksImages) return null;
	return (
		<div className="flex flex-wrap items-center gap-x-4">
			{isFlagged && <FlaggedLine flagged={flagged} onShow={() => onShow("flagged")} />}
			{hasGone && (
				<Button variant="ghost" size="sm" className="-mx-2 px-2!" onClick={() => onShow("gone")}>
					<Unlink aria-hidden="true" className="text-warn" />
					{formatCounted(gone, "target")} not found
				</Button>
			)}
			{lacksImages && (
				<Button variant="ghost" size="sm" className="-mx-2 px-2!" onClick={() => onShow("no-picture")}>
					<ImagePlus aria-hidden="true" className="text-muted" />
					Add images to {formatCounted(withoutImage, "link")}
				</Button>
			)}
		</div>
	);
}
