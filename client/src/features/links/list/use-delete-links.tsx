import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { dismissToast, toast } from "#client/components/toast/use-toast.ts";
import { apiRequest } from "#client/lib/api-client.ts";
import { formatCount } from "#client/lib/format.ts";
import { API } from "#shared/api-paths.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import { DeleteLinkDialog } from "../delete-link-dialog.tsx";
import { linkBySlugQuery } from "../links.queries.ts";
import { closeRows, refreshList, useChangeLinks } from "./list.queries.ts";
import { focusRow, neighbourOf } from "./row-focus.ts";

type Asked = {
	ids: number[];
	/** The link, where it is one. */
	link?: ListedLink;
	/** Called once they are gone. */
	onDeleted?: () => void;
};
export type DeleteLinks = {
	/** Opens the dialog. */
	ask: (asked: Asked) => void;
	dialog: ReactNode;
};

/**
 * Deletes links after a yes, and takes it back from the toast (P136). The rows close in place, and the focus goes to the
 * next one.
 * @param ids of the list in view, in order
 */
export function useDeleteLinks(ids: readonly number[]): DeleteLinks {
	const queryClient = useQueryClient();
	const changes = useChangeLinks();
	const undo = useUndoDelete();
	const [asked, setAsked] = useState<Asked | null>(null);
	const { mutateAsync, isPending } = useMutation({
		mutationFn: async ({ ids: all }: Asked): Promise<number[]> => {
			if (all.length > 1) return (await changes.mutateAsync({ change: "delete", ids: all })).changed;
			await apiRequest("DELETE", API.links.byId(all[0] ?? 0));
			return all;
		},
	});

	async function deleteAsked(): Promise<void> {
		if (!asked) return;
		let gone: number[];
		try {
			gone = await mutateAsync(asked);
		} catch (error) {
			// A toast beside an open dialog could be neither read out nor dismissed.
			setAsked(null);
			const description = isOne(asked.ids)
				? "Failed to delete link. Please try again."
				: "Failed to delete links. Please try again.";
			toast({ title: "Error", description, variant: "destructive", error });
			if (!isOne(asked.ids)) void refreshList(queryClient);
			return;
		}
		if (asked.link) queryClient.removeQueries({ queryKey: linkBySlugQuery(asked.link.linkSlug).queryKey });
		const next = neighbourOf(ids, gone);
		closeRows(queryClient, gone);
		setAsked(null);
		focusRow(next);
		asked.onDeleted?.();
		toast({
			title: "Success!",
			description: isOne(gone) ? "Link deleted successfully" : `${formatCount(gone.length)} links deleted successfully`,
			variant: "success",
			action: { label: "Undo", run: () => void undo(gone) },
		});
		await refreshList(queryClient).catch(() => undefined);
	}

	return {
		ask: setAsked,
		dialog: (
			<DeleteLinkDialog
				count={asked?.ids.length ?? 0}
				link={asked?.link}
				isBusy={isPending}
				onClose={() => setAsked(null)}
				onConfirm={() => void deleteAsked()}
			/>
		),
	};
}

/** Brings deleted links back; says of those whose slug was taken meanwhile that they stay deleted. */
function useUndoDelete(): (ids: number[]) => Promise<void> {
	const queryClient = useQueryClient();
	const { mutateAsync } = useChangeLinks();
	const undo = async (ids: number[]): Promise<void> => {
		const waiting = toast({ title: "Undoing…" });
		try {
			const { changed, refused } = await mutateAsync({ change: "restore", ids });
			await refreshList(queryClient);
			dismissToast(waiting);
			if (changed.length > 0) focusRow(changed.at(-1));
			sayRestored({
				changed: changed.length,
				taken: refused.length,
				lost: ids.length - changed.length - refused.length,
			});
		} catch (error) {
			const description = "The links could not be brought back. Please try again.";
			const action = { label: "Try again", run: () => void undo(ids) };
			toast({ title: "Error", description, variant: "destructive", error, action });
		}
	};
	return undo;
}

function sayRestored({ changed, taken, lost }: { changed: number; taken: number; lost: number }): void {
	const links = (count: number) => (count === 1 ? "1 link" : `${formatCount(count)} links`);
	if (taken + lost === 0) {
		toast({ title: "Undone", description: `${links(changed)} brought back`, variant: "success" });
		return;
	}
	const why = taken > 0 ? "the short address was taken meanwhile" : "it is too late to undo";
	const stays = taken + lost === 1 ? "1 link stays deleted" : `${links(taken + lost)} stay deleted`;
	toast({ title: "Not undone", description: `${stays}: ${why}.`, variant: "destructive" });
}

function isOne(ids: readonly number[]): boolean {
	return ids.length === 1;
}
