import { useQueryClient } from "@tanstack/react-query";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { saidBy } from "#client/lib/api-client.ts";
import { useIsThere } from "#client/lib/use-is-there.ts";
import { type LinkChanges, TOO_MANY_TAGS, tagName } from "#shared/links/link-list.ts";
import type { PartlyChanged } from "./change-in-parts.ts";
import { listAsKnown, refreshList, showTag, useChangeLinks } from "./list.queries.ts";

type Tagging = { change: "tag" | "untag"; ids: number[]; typed: string };
type Outcome = { tag: string; answer: PartlyChanged } | { problem: string };

/** The error message for tags; those about plans and limits are the server's. */
export function tagProblem(error: unknown): string {
	return saidBy(error) ?? "The tags could not be changed. Please try again.";
}

/**
 * Adds or removes a tag; returns a message if the result differs from the request. Also a toast if the dialog was
 * closed meanwhile (`isThere`).
 */
export function useTagLinks() {
	const queryClient = useQueryClient();
	const { mutateAsync, isPending } = useChangeLinks();
	const isThere = useIsThere();

	function failed(problem: string, error?: unknown): Outcome {
		if (!isThere.current) toastFailure(problem, error);
		return { problem };
	}

	async function tagLinks({ change, ids, typed }: Tagging): Promise<Outcome> {
		const tag = tagName.safeParse(typed);
		if (!tag.success) return { problem: tag.error.issues[0]?.message ?? "Invalid input" };
		const rollBack = listAsKnown(queryClient);
		showTag(queryClient, { change, ids, tag: tag.data });
		try {
			const changes: LinkChanges = { change, ids, tag: tag.data };
			const answer = await mutateAsync(changes).catch((error: unknown) => {
				rollBack();
				throw error;
			});
			await refreshList(queryClient).catch(() => undefined);
			if (answer.error !== undefined) throw answer.error;
			if (answer.refused.length === ids.length) return failed(`${TOO_MANY_TAGS}.`);
			return { tag: tag.data, answer };
		} catch (error) {
			return failed(tagProblem(error), error);
		}
	}

	return { tagLinks, isPending, isThere };
}
