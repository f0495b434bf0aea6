import type { QueryClient } from "@tanstack/react-query";
import { ApiError, apiGet } from "#client/lib/api-client.ts";
import { onSessionInDoubt, publishStillSignedIn } from "#client/lib/still-signed-in.ts";
import { readStored, removeStored, writeStored } from "#client/lib/storage.ts";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { API } from "#shared/platform/api-paths.ts";
import { currentUserQuery } from "./auth.queries.ts";

const KEY = "visualink:signed-in";

/** Reloads pages of a signed-out user: restored by Back, in other tabs (P272), or ended elsewhere (P470). */
export function watchSession(queryClient: QueryClient): void {
	const { style, dataset } = document.documentElement;
	const shownUser = () => queryClient.getQueryData(currentUserQuery.queryKey) ?? null;

	window.addEventListener("pagehide", ({ persisted }) => {
		// The back/forward cache keeps the last paint, so the page is hidden before it is cached.
		if (persisted && shownUser()) style.visibility = "hidden";
	});
	window.addEventListener("pageshow", ({ persisted }) => {
		if (!persisted || !shownUser()) return;
		void signedInEmail().then((email) => {
			if (email !== shownUser()?.email) return reloadUnasked();
			style.visibility = "";
			publishStillSignedIn();
		});
	});

	let isLeaving = false;
	onSessionInDoubt(async () => {
		if (isLeaving || !shownUser()) return;
		const email = await signedInEmail();
		if (email === undefined || email === shownUser()?.email) return;
		isLeaving = true;
		window.location.reload();
	});

	// The server marks pages requested without a session. Other tabs learn of it by the `storage` event.
	if (dataset.session !== "none") writeStored("local", KEY, "1");
	else if (readStored("local", KEY) !== null) removeStored("local", KEY);
	window.addEventListener("storage", ({ key, newValue }) => {
		if (key === KEY && newValue === null && shownUser()) window.location.reload();
	});
}

/** Null if no one is signed in; undefined if the server can't be asked. */
async function signedInEmail(): Promise<string | null | undefined> {
	try {
		return (await apiGet<CurrentUser | null>(API.auth.user))?.email ?? null;
	} catch (error) {
		return error instanceof ApiError && error.status === 401 ? null : undefined;
	}
}

/** Without the prompt about unsaved changes: another user may be signed in by now. */
function reloadUnasked(): void {
	window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
	window.location.reload();
}
