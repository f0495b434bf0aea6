import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAccountChanges } from "#client/lib/account-changes.ts";
import { apiRequest } from "#client/lib/api-client.ts";
import type { Domain, DomainList, DomainSettings } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";
import { domainsQuery, LIST_KEY } from "../links.queries.ts";

/** Keeps the account's domains current while its screen is open (P631). */
export function useLiveDomains(): void {
	const queryClient = useQueryClient();
	useAccountChanges((change) => {
		if (change === "gap" || change.kind === "domains") void queryClient.invalidateQueries(domainsQuery);
	});
}

/** Changes of the account's domains. */
export function useDomainChanges() {
	const queryClient = useQueryClient();
	const know = (change: (domains: Domain[]) => Domain[]) =>
		queryClient.setQueryData<DomainList>(
			domainsQuery.queryKey,
			(list) => list && { ...list, domains: change(list.domains) },
		);
	const replace = (changed: Domain) =>
		know((domains) => domains.map((each) => (each.id === changed.id ? changed : clearedDefault(each, changed))));
	const add = useMutation({
		mutationFn: (host: string) => sent("POST", API.domains.all, { host }),
		onSuccess: (added) => know((domains) => [...domains.filter(({ id }) => id !== added.id), added]),
	});
	const check = useMutation({ mutationFn: (id: number) => sent("POST", API.domains.check(id)), onSuccess: replace });
	const change = useMutation({
		mutationFn: ({ id, settings }: { id: number; settings: DomainSettings }) =>
			sent("PUT", API.domains.one(id), settings),
		onSuccess: replace,
	});
	const remove = useMutation({
		mutationFn: (id: number) => apiRequest("DELETE", API.domains.one(id)),
		onSuccess: (_, id) => {
			know((domains) => domains.filter((each) => each.id !== id));
			// The addresses of its links have changed.
			void queryClient.invalidateQueries({ queryKey: LIST_KEY });
			void queryClient.removeQueries({
				predicate: ({ queryKey }) => /^\/api\/links\/by-slug/.test(String(queryKey[0])),
			});
		},
	});
	return { add, check, change, remove };
}

/** An account has one default. */
function clearedDefault(domain: Domain, changed: Domain): Domain {
	return changed.isDefault ? { ...domain, isDefault: false } : domain;
}

async function sent(method: "POST" | "PUT", path: string, body: object = {}): Promise<Domain> {
	return (await (await apiRequest(method, path, body)).json()) as Domain;
}
