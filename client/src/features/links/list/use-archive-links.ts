import { useQueryClient } from "@tanstack/react-query";
import { toast } from "#client/components/toast/use-toast.ts";
import { formatCount } from "#client/lib/format.ts";
import { closeRows, refreshList, useChangeLinks } from "./list.queries.ts";
import { focusRow, neighbourOf } from "./row-focus.ts";

type Archive = (ids: number[], change: "archive" | "unarchive") => Promise<void>;

/**
 * Puts links into the archive or takes them out of it; either can be undone from its toast.
 * @param shown ids of the list in view, in order
 */
export function useArchiveLinks(shown: readonly number[]): Archive {
	const queryClient = useQueryClient();
	const { mutateAsync } = useChangeLinks();

	const archive: Archive = async (ids, change) => {
		try {
			const { changed } = await mutateAsync({ change, ids });
			const next = neighbourOf(shown, changed);
			closeRows(queryClient, changed);
			focusRow(next);
			const links = changed.length === 1 ? "Link" : `${formatCount(changed.length)} links`;
			const description = change === "archive" ? `${links} archived` : `${links} taken out of the archive`;
			toast({
				title: "Success!",
				description,
				variant: "success",
				action: { label: "Undo", run: () => takeBack(changed) },
			});
			await refreshList(queryClient).catch(() => undefined);
		} catch (error) {
			toast({ title: "Error", description: FAILED, variant: "destructive", error });
			await refreshList(queryClient).catch(() => undefined);
		}

		async function takeBack(changed: number[]): Promise<void> {
			try {
				await mutateAsync({ change: change === "archive" ? "unarchive" : "archive", ids: changed });
				await refreshList(queryClient);
				focusRow(changed.at(-1));
				toast({ title: "Undone", variant: "success" });
			} catch (error) {
				toast({ title: "Error", description: FAILED, variant: "destructive", error });
			}
		}
	};
	return archive;
}

const FAILED = "The archive could not be changed. Please try again.";
