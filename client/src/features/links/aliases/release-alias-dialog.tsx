import { useRef } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import { formatCounted, shortAddress } from "#client/lib/format.ts";
import type { LinkAlias } from "#shared/links/aliases.ts";
import { useReleaseAlias } from "./aliases.queries.ts";

type ReleaseAliasDialogProps = {
	linkId: number;
	/** The alias to release; null keeps the dialog closed. */
	alias: LinkAlias | null;
	onClose: () => void;
};

/** Confirms the release of an alias, with its views of the last 30 days (P322). */
export function ReleaseAliasDialog({ linkId, alias, onClose }: ReleaseAliasDialogProps) {
	const { mutate, isPending } = useReleaseAlias(linkId);
	const last = useRef<LinkAlias | null>(null);
	if (alias) last.current = alias;
	const address = shortAddress(last.current?.shortUrl ?? "");

	function release({ slug }: LinkAlias): void {
		mutate(slug, {
			onSuccess: () => {
				onClose();
				toast({ title: "Address released", description: `${address} no longer works`, variant: "success" });
				// The pressed button disappeared with its row.
				document.querySelector<HTMLInputElement>('[name="slug"]')?.focus();
			},
			onError: (error) => {
				onClose();
				toastFailure("The address could not be released. Please try again.", error);
			},
		});
	}

	return (
		<ConfirmDialog
			isOpen={alias !== null}
			title="Release this address?"
			description={`${address} stops working wherever it was shared or printed. ${viewsOf(last.current)} You can then use the custom URL for another link.`}
			keepLabel="Keep address"
			onKeep={onClose}
			confirmLabel="Release address"
			confirm={() => alias && release(alias)}
			isBusy={isPending}
		/>
	);
}

function viewsOf(alias: LinkAlias | null): string {
	const views = alias?.views ?? 0;
	if (views === 0) return "It had no views in the last 30 days.";
	return `It had ${formatCounted(views, "view")} in the last 30 days.`;
}
