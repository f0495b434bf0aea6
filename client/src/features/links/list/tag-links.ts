import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#client/lib/api-client.ts";
import { type ChangedLinks, type LinkChanges, TOO_MANY_TAGS, tagName } from "#shared/links/link-list.ts";
import { refreshList, useChangeLinks } from "./list.queries.ts";

type Tagging = { change: "tag" | "untag"; ids: number[]; typed: string };
type Outcome = { tag: string; answer: ChangedLinks } | { problem: string };

/** Gives links a tag, or takes it from them; tells what came of it in words, where it is not what was asked for. */
export function useTagLinks() {
	const queryClient = useQueryClient();
	const { mutateAsync, isPending } = useChangeLinks();

	async function tagLinks({ change, ids, typed }: Tagging): Promise<Outcome> {
		const tag = tagName.safeParse(typed);
		if (!tag.success) return { problem: tag.error.issues[0]?.message ?? "Invalid input" };
		try {
			const changes: LinkChanges = { change, ids, tag: tag.data };
			const answer = await mutateAsync(changes);
			await refreshList(queryClient).catch(() => undefined);
			if (answer.refused.length === ids.length) return { problem: `${TOO_MANY_TAGS}.` };
			return { tag: tag.data, answer };
		} catch (error) {
			const isRefused = error instanceof ApiError && error.status < 500 && error.kind !== null;
			return { problem: isRefused ? error.serverMessage : "The tags could not be changed. Please try again." };
		}
	}

	return { tagLinks, isPending };
}
