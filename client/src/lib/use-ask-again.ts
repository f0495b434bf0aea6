import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Refetches failed queries when a screen opens, since they never retry (P130). `keys` must be stable. */
export function useAskAgain(keys: readonly QueryKey[]): void {
	const queryClient = useQueryClient();
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen is opened
	useEffect(() => {
		for (const queryKey of keys) {
			if (queryClient.getQueryState(queryKey)?.status === "error") void queryClient.refetchQueries({ queryKey });
		}
	}, []);
}
