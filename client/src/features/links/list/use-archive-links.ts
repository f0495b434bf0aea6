import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { formatCount } from "#client/lib/format.ts";
import { closeRows, listAsKnown, refreshList, useChangeLinks } from "./list.queries.ts";
import { focusRow, neighbourOf } from "./row-focus.ts";
import { NOTHING_CHANGED, partly } from "./words.ts";

type Archive = (ids: number[], change: "archive" | "unarchive") => Promise<void>;

type Archiving = {
	/** Stable. Ignores links whose change is pending. */
	archive: Archive;
};

/**
 * Archives or unarchives links optimistically (P338), with undo in the toast.
 * @param shown ids in the visible list, in order
 */
export function useArchiveLinks(shown: readonly number[]): Archiving {
	const queryClient = useQueryClient();
	const { mutateAsync } = useChangeLinks();
	const onTheirWay = useRef(new Set<number>());
	const inView = useRef(shown);
	useEffect(() => {
		inView.current = shown;
	}, [shown]);

	const archive = useCallback<Archive>(
		async (asked, change) => {
			const busy = onTheirWay.current;
			const ids = asked.filter((id) => !busy.has(id));
			if (ids.length === 0) return;
			for (const id of ids) busy.add(id);
			const isOver = () => ids.forEach((id) => void busy.delete(id));
			const rollBack = listAsKnown(queryClient);
			const next = neighbourOf(inView.current, ids);
			closeRows(queryClient, { gone: ids, change });
			focusRow(next);
			try {
				const sent = mutateAsync({ change, ids }).finally(isOver);
				const { changed, error } = await sent.catch((failure: unknown) => {
					rollBack();
					focusRow(ids[0]);
					throw failure;
				});
				if (changed.length === 0) {
					rollBack();
					toast(NOTHING_CHANGED);
					await refreshList(queryClient);
					return;
				}
				const count = formatCount(changed.length);
				const done = change === "archive" ? "archived" : "restored from the archive";
				const action = { label: "Undo", run: () => void takeBack(changed) };
				if (error === undefined) {
					const links = changed.length === 1 ? "Link" : `${count} links`;
					toast({ title: "Success!", description: `${links} ${done}`, variant: "success", action });
				} else {
					toast({ ...partly(`${count} of ${formatCount(ids.length)} links ${done}`), error, action });
				}
				await refreshList(queryClient);
			} catch (error) {
				toastFailure(FAILED, error);
				await refreshList(queryClient).catch(() => undefined);
			}

			async function takeBack(changed: number[]): Promise<void> {
				try {
					const { error } = await mutateAsync({ change: change === "archive" ? "unarchive" : "archive", ids: changed });
					if (error !== undefined) throw error;
					await refreshList(queryClient);
					focusRow(changed.at(-1));
					toast({ title: "Undone", variant: "success" });
				} catch (error) {
					toastFailure(FAILED, error);
					await refreshList(queryClient);
				}
			}
		},
		[mutateAsync, queryClient],
	);
	return { archive };
}

const FAILED = "We couldn't archive or restore these links. Please try again.";
