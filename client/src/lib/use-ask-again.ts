import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/**
 * Asks again, when a screen is opened, for what failed the last time it was: by itself nothing that has failed is
 * asked twice (P130). `keys` are those of the screen's own queries, the same at each render.
 */
export function useAskAgain(keys: readonly QueryKey[]): void {
	const queryClient = useQueryClient();
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen is opened
	useEffect(() => {
		for (const queryKey of keys) {
			if (queryClient.getQueryState(queryKey)?.status === "error") void queryClient.refetchQueries({ queryKey });
		}
	}, []);
}
