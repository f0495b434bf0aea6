import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { dismissToast, toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { apiRequest } from "#client/lib/api-client.ts";
import { formatCount } from "#client/lib/format.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { linkBySlugQuery } from "../links.queries.ts";
import type { PartlyChanged } from "./change-in-parts.ts";
import { DeleteLinkDialog } from "./delete-link-dialog.tsx";
import { closeRows, refreshList, useChangeLinks } from "./list.queries.ts";
import { linksThere, restoredWords } from "./restored.ts";
import { focusRow, neighbourOf } from "./row-focus.ts";
import { NOTHING_CHANGED, partly } from "./words.ts";

type Asked = {
	ids: number[];
	link?: ListedLink;
	onDeleted?: () => void;
};
export type DeleteLinks = {
	ask: (asked: Asked) => void;
	dialog: ReactNode;
};

/**
 * Deletes links after a confirmation, with undo in the toast (P136). Rows collapse in place, and focus moves to the
 * next.
 * @param ids of the visible list, in order
 */
export function useDeleteLinks(ids: readonly number[]): DeleteLinks {
	const queryClient = useQueryClient();
	const changes = useChangeLinks();
	const undo = useUndoDelete();
	const [asked, setAsked] = useState<Asked | null>(null);
	const { mutateAsync, isPending } = useMutation({
		mutationFn: async ({ ids: all }: Asked): Promise<PartlyChanged> => {
			if (all.length > 1) return changes.mutateAsync({ change: "delete", ids: all });
			await apiRequest("DELETE", API.links.byId(all[0] ?? 0));
			return { changed: all, refused: [] };
		},
	});

	async function deleteAsked(): Promise<void> {
		if (!asked) return;
		let outcome: PartlyChanged;
		try {
			outcome = await mutateAsync(asked);
		} catch (error) {
			// Next to an open dialog, a toast could be neither announced nor dismissed.
			setAsked(null);
			const description = isOne(asked.ids)
				? "Failed to delete link. Please try again."
				: "Failed to delete links. Please try again.";
			toastFailure(description, error);
			// Another tab may have deleted it.
			await refreshList(queryClient);
			return;
		}
		const { changed: gone, error } = outcome;
		if (gone.length === 0) {
			setAsked(null);
			toast(NOTHING_CHANGED);
			await refreshList(queryClient);
			return;
		}
		if (asked.link) queryClient.removeQueries({ queryKey: linkBySlugQuery(asked.link.linkSlug).queryKey });
		const next = neighbourOf(ids, gone);
		closeRows(queryClient, { gone, change: "delete" });
		setAsked(null);
		focusRow(next);
		asked.onDeleted?.();
		const action = { label: "Undo", run: () => void undo(gone) };
		if (error === undefined) {
			const links = isOne(gone) ? "Link" : `${formatCount(gone.length)} links`;
			toast({ title: "Success!", description: `${links} deleted successfully`, variant: "success", action });
		} else {
			toast({
				...partly(`${formatCount(gone.length)} of ${formatCount(asked.ids.length)} links deleted`),
				error,
				action,
			});
		}
		await refreshList(queryClient);
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

function useUndoDelete(): (ids: number[]) => Promise<void> {
	const queryClient = useQueryClient();
	const { mutateAsync } = useChangeLinks();
	const undo = async (ids: number[]): Promise<void> => {
		const waiting = toast({ title: "Undoing…" });
		try {
			const { changed, refused, error } = await mutateAsync({ change: "restore", ids });
			if (error !== undefined) throw error;
			await refreshList(queryClient);
			const answered = new Set([...changed, ...refused.map(({ id }) => id)]);
			// An earlier call whose response was lost may have restored some, which are then reported as unchanged.
			const there = await linksThere(ids.filter((id) => !answered.has(id)));
			const back = [...changed, ...there];
			dismissToast(waiting);
			if (back.length > 0) focusRow(back.at(-1));
			const late = ids.length - back.length - refused.length;
			toast(restoredWords({ back: back.length, taken: refused.length, late }));
		} catch (error) {
			void refreshList(queryClient);
			const description = "We couldn't restore the links. Please try again.";
			const action = { label: "Try again", run: () => void undo(ids) };
			toastFailure(description, error, action);
		}
	};
	return undo;
}

function isOne(ids: readonly number[]): boolean {
	return ids.length === 1;
}
