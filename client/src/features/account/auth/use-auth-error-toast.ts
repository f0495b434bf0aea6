import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { toast } from "#client/components/toast/use-toast.ts";

/** Shows why a sign-in returned to `/?auth_error=<kind>`, then removes the parameter. */
export function useAuthErrorToast(): void {
	const kind = new URLSearchParams(useSearch()).get("auth_error");
	const [location, navigate] = useLocation();

	useEffect(() => {
		if (kind === null) return;
		let isCurrent = true;
		void explain(kind).then((description) => {
			if (!isCurrent) return;
			toast({ title: "Sign-in failed", description, variant: "destructive" });
			navigate(location, { replace: true });
		});
		return () => {
			isCurrent = false;
		};
	}, [kind, location, navigate]);
}

/** The texts load on demand, because few visitors ever need them. */
async function explain(kind: string): Promise<string> {
	const { AUTH_ERRORS } = await import("#shared/account/auth/current-user.ts");
	const sentences: Record<string, string> = AUTH_ERRORS;
	return sentences[kind] ?? AUTH_ERRORS.google;
}
