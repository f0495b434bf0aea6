import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useAccountChanges } from "#client/lib/account-changes.ts";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import { logFailure } from "#client/lib/log.ts";
import { readAgain } from "#client/lib/read-again.ts";
import type { TargetState } from "#shared/links/health/target-failure.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { LIST_KEY, linkBySlugQuery } from "../links.queries.ts";

type Named = Pick<LinkView, "id" | "linkSlug">;

/** Checks a link's target now. */
export function useCheckTarget(link: Named) {
	return useHealthRequest(link, () => apiRequest("POST", API.links.health(link.id)));
}

/** Turns the checks of a link's target off or on. */
export function useSwitchChecks(link: Named) {
	return useHealthRequest(link, (isOff: boolean) => apiRequest("PUT", API.links.health(link.id), { isOff }));
}

function useHealthRequest<Asked>(link: Named, send: (asked: Asked) => Promise<Response>) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async (asked: Asked) => (await (await send(asked)).json()) as TargetState,
		onSuccess: (state) => {
			showState(queryClient, link, state.isOff || state.goneSince ? state : undefined);
			void readAgain(queryClient, { queryKey: LIST_KEY });
		},
	});
}

/** Keeps the state of an open link current (P685); what is typed stays. */
export function useLiveHealth(link: Named): void {
	const queryClient = useQueryClient();
	useAccountChanges((change) => {
		if (change === "gap" || change.kind !== "health" || !(change.links ?? [link.id]).includes(link.id)) return;
		apiGet<LinkView[]>(API.links.rows([link.id]))
			.then(([present]) => present && showState(queryClient, link, present.targetHealth))
			.catch((error: unknown) => logFailure("The state of the target could not be refreshed.", error));
		void readAgain(queryClient, { queryKey: LIST_KEY });
	});
}

function showState(queryClient: QueryClient, { linkSlug }: Named, targetHealth: TargetState | undefined): void {
	queryClient.setQueryData(linkBySlugQuery(linkSlug).queryKey, (known) => {
		if (!known) return known;
		const { targetHealth: _, ...rest } = known;
		return targetHealth ? { ...rest, targetHealth } : rest;
	});
}
