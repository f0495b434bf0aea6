import { QrCode, Share2, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { DeleteLinkDialog } from "#client/features/links/delete-link-dialog.tsx";
import type { LinkAction } from "#client/features/links/link-action.ts";
import { QrDialog } from "#client/features/links/qr/qr-dialog.tsx";
import { ShareDialog } from "#client/features/links/share-dialog.tsx";
import type { LinkView } from "#shared/links/link.ts";

type LinkActions = {
	/** The entries of each row's menu, in their order. */
	actions: LinkAction[];
	/** What they open; stands once beside the list. */
	dialogs: ReactNode;
};

/**
 * What can be done with a link from its row, whichever feature does it: each adds its entry here, and its dialog where
 * it has one.
 */
export function useLinkActions(): LinkActions {
	const [linkToDelete, setLinkToDelete] = useState<LinkView | null>(null);
	const [linkToShare, setLinkToShare] = useState<LinkView | null>(null);
	const [linkOfCode, setLinkOfCode] = useState<LinkView | null>(null);

	function closeAfterDelete(): void {
		setLinkToDelete(null);
		// The button that opened the dialog is gone with its row, so the focus needs a new home.
		requestAnimationFrame(() => document.getElementById("links")?.focus());
	}

	return {
		actions: [
			{ label: "Share", Icon: Share2, run: setLinkToShare },
			{ label: "QR code", Icon: QrCode, run: setLinkOfCode },
			{ label: "Delete", Icon: Trash2, isDangerous: true, startsPart: true, run: setLinkToDelete },
		],
		dialogs: (
			<>
				<ShareDialog link={linkToShare} onClose={() => setLinkToShare(null)} />
				<QrDialog link={linkOfCode} onClose={() => setLinkOfCode(null)} />
				<DeleteLinkDialog link={linkToDelete} onClose={() => setLinkToDelete(null)} onDeleted={closeAfterDelete} />
			</>
		),
	};
}
