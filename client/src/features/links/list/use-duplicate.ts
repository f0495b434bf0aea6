import { useCallback, useRef } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { saidBy } from "#client/lib/api-client.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import { useDuplicateLink } from "./list.queries.ts";
import { focusRow } from "./row-focus.ts";

/** While one is pending, the same link is ignored, because impatient users press again. */
export function useDuplicate(): (link: ListedLink) => Promise<void> {
	const { mutateAsync } = useDuplicateLink();
	const onTheirWay = useRef(new Set<number>());
	return useCallback(
		async ({ id }) => {
			if (onTheirWay.current.has(id)) return;
			onTheirWay.current.add(id);
			try {
				const made = await mutateAsync(id);
				toast({
					title: "Success!",
					description: "Link duplicated with a new short address",
					variant: "success",
				});
				focusRow(made.id);
			} catch (error) {
				// Plan and quota errors have their own messages.
				const description = saidBy(error) ?? "Failed to duplicate link. Please try again.";
				toastFailure(description, error);
			} finally {
				onTheirWay.current.delete(id);
			}
		},
		[mutateAsync],
	);
}
