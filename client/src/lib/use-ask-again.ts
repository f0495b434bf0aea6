import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Refetches a screen's failed queries when it opens, since none retries by itself (P130). `keys` must be stable. */
export function useAskAgain(keys: readonly QueryKey[]): void {
	const queryClient = useQueryClient();
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen is opened
	useEffect(() => {
		for (const queryKey of keys) {
			if (queryClient.getQueryState(queryKey)?.status === "error") void queryClient.refetchQueries({ queryKey });
		}
	}, []);
}
