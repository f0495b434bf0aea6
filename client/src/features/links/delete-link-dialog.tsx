import { toast } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
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
	const { mutate, isPending } = useDeleteLink();

	function confirm(): void {
		if (!link) return;
		mutate(link, {
			onSuccess: () => {
				toast({ title: "Success!", description: "Link deleted successfully", variant: "success" });
				onDeleted();
			},
			onError: () => {
				// A toast beside an open dialog could be neither read out nor dismissed.
				onClose();
				toast({ title: "Error", description: "Failed to delete link. Please try again.", variant: "destructive" });
			},
		});
	}

	return (
		<Dialog
			isOpen={link !== null}
			onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
			title="Delete this link?"
			description="Its short address stops working wherever it was shared. This can't be undone."
			actions={
				<>
					<Button variant="secondary" disabled={isPending} onClick={onClose}>
						Keep link
					</Button>
					<Button variant="danger" isBusy={isPending} onClick={confirm}>
						Delete link
					</Button>
				</>
			}
		>
			{link && <LinkPreviewRow link={link} className="rounded-card border p-3" />}
		</Dialog>
	);
}
