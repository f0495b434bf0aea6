import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import { formatCount } from "#client/lib/format.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import { LinkPreviewRow } from "./link-preview-row.tsx";

type DeleteLinkDialogProps = {
	/** The number of links to delete; 0 keeps the dialog closed. */
	count: number;
	link: ListedLink | undefined;
	isBusy: boolean;
	onClose: () => void;
	onConfirm: () => void;
};

export function DeleteLinkDialog({ count, link, isBusy, onClose, onConfirm }: DeleteLinkDialogProps) {
	const isOne = count === 1;
	const all = formatCount(count);
	return (
		<ConfirmDialog
			isOpen={count > 0}
			title={isOne ? "Delete this link?" : `Delete ${all} links?`}
			description={
				isOne
					? "Its short address stops working wherever it was shared. You can undo this right after."
					: "Their short addresses stop working wherever they were shared. You can undo this right after."
			}
			keepLabel={isOne ? "Keep link" : "Keep links"}
			onKeep={onClose}
			confirmLabel={isOne ? "Delete link" : `Delete ${all} links`}
			confirm={onConfirm}
			isBusy={isBusy}
		>
			{link && <LinkPreviewRow link={link} className="rounded-card border p-3" />}
		</ConfirmDialog>
	);
}
