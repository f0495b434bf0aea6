import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import { API } from "#shared/api-paths.ts";
import type { LinkView, MonthlyUsage } from "#shared/links/link.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import { linkFormData } from "./link-form-data.ts";
import { sendLinkForm } from "./send-link-form.ts";

export const linksQuery = queryOptions({
	queryKey: [API.links.all],
	queryFn: () => apiGet<LinkView[]>(API.links.all),
});

export const deletedLinksQuery = queryOptions({
	queryKey: [API.links.deleted],
	queryFn: () => apiGet<LinkView[]>(API.links.deleted),
});

export const monthlyUsageQuery = queryOptions({
	queryKey: [API.links.monthlyUsage],
	queryFn: () => apiGet<MonthlyUsage>(API.links.monthlyUsage),
});

export function linkBySlugQuery(linkSlug: string) {
	return queryOptions({
		queryKey: [API.links.bySlug(linkSlug)],
		queryFn: () => apiGet<LinkView>(API.links.bySlug(linkSlug)),
	});
}

type Save = {
	form: LinkForm;
	image: File | null;
	/** Share of the request that has left the browser, 0 to 1. */
	onProgress: (share: number) => void;
};

/** Creates a link, or saves the one named by `editedSlug`. */
export function useSaveLink(editedSlug?: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ form, image, onProgress }: Save) =>
			sendLinkForm({
				method: editedSlug === undefined ? "POST" : "PUT",
				path: editedSlug === undefined ? API.links.all : API.links.bySlug(editedSlug),
				body: linkFormData(form, image),
				onProgress,
			}),
		onSuccess: (saved) => {
			// The old slug may be gone; it is asked for again only when somebody opens it again.
			if (editedSlug !== undefined) {
				void queryClient.invalidateQueries({ queryKey: linkBySlugQuery(editedSlug).queryKey, refetchType: "none" });
			}
			queryClient.setQueryData(linkBySlugQuery(saved.linkSlug).queryKey, saved);
			queryClient.setQueryData(linksQuery.queryKey, (known) => known && withSaved(known, saved));
			void queryClient.invalidateQueries({ queryKey: linksQuery.queryKey });
			void queryClient.invalidateQueries({ queryKey: monthlyUsageQuery.queryKey });
		},
	});
}

/** The list with the link as it is now, in its place; a new one stands first. */
function withSaved(known: LinkView[], saved: LinkView): LinkView[] {
	const isKnown = known.some(({ id }) => id === saved.id);
	return isKnown ? known.map((link) => (link.id === saved.id ? saved : link)) : [saved, ...known];
}

/** Deletes a link; both lists are read again before it counts as done. */
export function useDeleteLink() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ id }: LinkView) => apiRequest("DELETE", API.links.byId(id)),
		onSuccess: (_answer, { linkSlug }) => {
			queryClient.removeQueries({ queryKey: linkBySlugQuery(linkSlug).queryKey });
			return Promise.all([
				queryClient.invalidateQueries({ queryKey: linksQuery.queryKey }),
				queryClient.invalidateQueries({ queryKey: deletedLinksQuery.queryKey }),
			]);
		},
	});
}
