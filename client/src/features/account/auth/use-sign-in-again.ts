import { useEffect } from "react";
import { toast } from "#client/components/toast/use-toast.ts";
import { ApiError } from "#client/lib/api-client.ts";
import { signInUrl } from "./auth.queries.ts";

/** Time to see the toast before sign-in opens (P85). */
const SIGN_IN_DELAY_MS = 500;

/** Redirects to sign-in if a screen's calls get 401, because the session has ended meanwhile. */
export function useSignInAgain(errors: readonly unknown[]): void {
	const isSignedOut = errors.some((error) => error instanceof ApiError && error.status === 401);

	useEffect(() => {
		if (!isSignedOut) return;
		toast({
			title: "Unauthorized",
			description: "You are logged out. Logging in again...",
			variant: "destructive",
		});
		const timer = setTimeout(() => window.location.assign(signInUrl()), SIGN_IN_DELAY_MS);
		return () => clearTimeout(timer);
	}, [isSignedOut]);
}
