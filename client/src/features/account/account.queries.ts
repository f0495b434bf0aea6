import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { toast } from "#client/components/toast/use-toast.ts";
import { currentUserQuery } from "#client/features/account/auth/auth.queries.ts";
import { ApiError, apiRequest } from "#client/lib/api-client.ts";
import { paths } from "#client/lib/paths.ts";
import { API } from "#shared/platform/api-paths.ts";

/** The landing page replaces the dialog, so the toast is shown here. */
export function useDeleteAccount() {
	const queryClient = useQueryClient();
	const [, navigate] = useLocation();
	return useMutation({
		mutationFn: (confirm: string) => apiRequest("DELETE", API.account.all, { confirm }),
		onSuccess: () => {
			// Leave the guarded page first: it would ask the deleted user to sign in.
			navigate(paths.home, { replace: true });
			queryClient.setQueryData(currentUserQuery.queryKey, null);
			queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserQuery.queryKey[0] });
			toast({
				title: "Account deleted",
				description: "Your links are off and your data has been deleted.",
				variant: "success",
			});
		},
		onError: (error) => {
			// The session is over, possibly by an earlier attempt whose response was lost.
			if (error instanceof ApiError && error.status === 401) return queryClient.invalidateQueries(currentUserQuery);
		},
	});
}
