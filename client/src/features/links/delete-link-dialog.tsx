import { toast } from "#client/components/toast/use-toast.ts";
import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import type { LinkView } from "#shared/links/link.ts";
import { LinkPreviewRow } from "./link-preview-row.tsx";
import { useDeleteLink } from "./links.queries.ts";

type DeleteLinkDialogProps = {
	/** The link in question; null keeps the dialog closed. */
	link: LinkView | null;
	onClose: () => void;
	onDeleted: () => void;
};

/** Asks before a link is deleted, and tells the outcome by toast. */
export function DeleteLinkDialog({ link, onClose, onDeleted }: DeleteLinkDialogProps) {
	const { mutateAsync, isPending } = useDeleteLink();

	async function deleteLink(): Promise<void> {
		if (!link) return;
		try {
			// The last link takes the list away, and this dialog with it: callbacks of the mutation would not be called.
			await mutateAsync(link);
		} catch (error) {
			// A toast beside an open dialog could be neither read out nor dismissed.
			onClose();
			const description = "Failed to delete link. Please try again.";
			toast({ title: "Error", description, variant: "destructive", error });
			return;
		}
		toast({ title: "Success!", description: "Link deleted successfully", variant: "success" });
		onDeleted();
	}

	return (
		<ConfirmDialog
			isOpen={link !== null}
			title="Delete this link?"
			description="Its short address stops working wherever it was shared. This can't be undone."
			keepLabel="Keep link"
			onKeep={onClose}
			confirmLabel="Delete link"
			confirm={deleteLink}
			isBusy={isPending}
		>
			{link && <LinkPreviewRow link={link} className="rounded-card border p-3" />}
		</ConfirmDialog>
	);
}
