import { queryOptions, useQuery } from "@tanstack/react-query";
import { ApiError, apiGet } from "#client/lib/api-client.ts";
import { paths } from "#client/lib/paths.ts";
import { useIsHydrated } from "#client/lib/use-is-hydrated.ts";
import { useWaitingPage } from "#client/lib/waiting-page.ts";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { API } from "#shared/platform/api-paths.ts";

/** The signed-in user, or null. Invalidate it after a change of name. */
export const currentUserQuery = queryOptions({ queryKey: ["auth", "user"], queryFn: fetchCurrentUser });

type CurrentUserState = {
	/** null while loading, when signed out, and after a failed lookup. */
	user: CurrentUser | null;
	isLoading: boolean;
	isError: boolean;
};

export function useCurrentUser(): CurrentUserState {
	const { data, isPending, isError } = useQuery(currentUserQuery);
	const isHydrated = useIsHydrated();
	if (!isHydrated) return { user: null, isLoading: true, isError: false };
	return { user: data ?? null, isLoading: isPending, isError };
}

export function initialsOf({ firstName, lastName }: Pick<CurrentUser, "firstName" | "lastName">): string {
	const letters = [firstName, lastName].map((name) => [...(name?.trim() ?? "")][0] ?? "").join("");
	return letters.toUpperCase() || "?";
}

export function displayNameOf({ firstName, lastName, email }: CurrentUser): string {
	return [firstName, lastName].filter(Boolean).join(" ") || email;
}

/** Where sign-in starts; afterwards the browser returns to `returnTo`, else to the dashboard. */
export function signInUrl(returnTo?: string): string {
	return returnTo ? `${API.auth.google}?returnTo=${encodeURIComponent(returnTo)}` : API.auth.google;
}

/** `signInUrl`, or the one that leads to the form of a waiting page (P164). */
export function useSignInUrl(): string {
	return signInUrl(useWaitingPage() === null ? undefined : paths.newLink);
}

async function fetchCurrentUser(): Promise<CurrentUser | null> {
	// The server marks a page requested without a session cookie, which saves every visitor a refused call.
	if (document.documentElement.dataset.session === "none") return null;
	try {
		return await apiGet<CurrentUser | null>(API.auth.user);
	} catch (error) {
		if (error instanceof ApiError && error.status === 401) return null;
		throw error;
	}
}
