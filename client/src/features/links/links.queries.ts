import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import { readAgain } from "#client/lib/read-again.ts";
import { sendForm } from "#client/lib/send-form.ts";
import type { Domain, DomainList } from "#shared/links/domains/domain.ts";
import type { LinkView, MonthlyUsage } from "#shared/links/link.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import type { LinkOverview } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { linkAliasesQuery } from "./aliases/aliases.queries.ts";
import { linkFormData } from "./form/link-form-data.ts";

/** The cache key of the dashboard's list; its queries are in `list/list.queries.ts`. */
export const LIST_KEY = [API.links.search];
export const STANDARD_LIST = "sort=newest";

export const deletedLinksQuery = queryOptions({
	queryKey: [API.links.deleted],
	queryFn: () => apiGet<LinkView[]>(API.links.deleted),
});

export const monthlyUsageQuery = queryOptions({
	queryKey: [API.links.monthlyUsage],
	queryFn: () => apiGet<MonthlyUsage>(API.links.monthlyUsage),
});

/** The account's own domains; DNS changes them between visits. */
export const domainsQuery = queryOptions({
	queryKey: [API.domains.all],
	queryFn: () => apiGet<DomainList>(API.domains.all),
	staleTime: 0,
});

/** Whether links can be on it. */
export function isVerified({ status }: Pick<Domain, "status">): boolean {
	return status === "active" || status === "failing";
}

export function linkBySlugQuery(linkSlug: string) {
	return queryOptions({
		queryKey: [API.links.bySlug(linkSlug)],
		queryFn: () => apiGet<LinkView>(API.links.bySlug(linkSlug)),
	});
}

type Save = {
	form: LinkForm;
	/** The chosen host; null for the default or the present one. */
	domain: string | null;
	/** The link when the edit started; undefined creates a link. */
	edited: LinkView | undefined;
	key: string;
	addTo?: ((body: FormData) => void) | undefined;
};

export function useSaveLink() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ form, domain, edited, key, addTo }: Save) => {
			const body = linkFormData({ form, domain, revision: edited?.revision });
			addTo?.(body);
			if (edited) return sendForm<LinkView>({ method: "PUT", path: API.links.bySlug(edited.linkSlug), body });
			return sendForm<LinkView>({ method: "POST", path: API.links.all, body, key });
		},
		onSuccess: (saved, { edited }) => {
			// The old slug is free now, or belongs to another link.
			if (edited && edited.linkSlug !== saved.linkSlug) {
				queryClient.removeQueries({ queryKey: linkBySlugQuery(edited.linkSlug).queryKey });
				void queryClient.invalidateQueries({ queryKey: linkAliasesQuery(saved.id).queryKey });
			}
			queryClient.setQueryData(linkBySlugQuery(saved.linkSlug).queryKey, saved);
			// The dashboard shows it at once, and then refetches the list.
			queryClient.setQueryData<LinkOverview>([...LIST_KEY, STANDARD_LIST], (known) => known && withSaved(known, saved));
			void readAgain(queryClient, { queryKey: LIST_KEY });
			void readAgain(queryClient, { queryKey: monthlyUsageQuery.queryKey });
		},
	});
}

/** Fetches the current version of a link that someone else may have changed. */
export function useLookUpLink() {
	const queryClient = useQueryClient();
	return {
		/** @returns null if it no longer exists. @throws as `apiGet` */
		lookUp: async (id: number): Promise<LinkView | null> => {
			const [present] = await apiGet<LinkView[]>(API.links.rows([id]));
			return present ?? null;
		},
		know: (found: LinkView) => queryClient.setQueryData(linkBySlugQuery(found.linkSlug).queryKey, found),
	};
}

function withSaved(known: LinkOverview, saved: LinkView): LinkOverview {
	if (known.ids.includes(saved.id)) {
		return { ...known, links: known.links.map((link) => (link.id === saved.id ? { ...link, ...saved } : link)) };
	}
	const made = { ...saved, tags: [], archived: false, lastSeenAt: null };
	const totals = { ...known.totals, links: known.totals.links + 1 };
	return { ...known, totals, ids: [made.id, ...known.ids], links: [made, ...known.links] };
}
