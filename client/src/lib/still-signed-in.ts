const EVENT = "visualink:still-signed-in";
const DOUBT = "visualink:session-in-doubt";

/** Calls back whenever the server confirms the user of a page restored from the back/forward cache (P272). */
export function onStillSignedIn(listener: () => void): void {
	window.addEventListener(EVENT, listener);
}

/** Doesn't import its subscribers, which would then load on every public page. */
export function publishStillSignedIn(): void {
	window.dispatchEvent(new Event(EVENT));
}

/** Calls back when this page's user may have signed out or changed (P470). */
export function onSessionInDoubt(listener: () => void): void {
	window.addEventListener(DOUBT, listener);
}

/** Subscribers then check the session; not imported, as above. */
export function publishSessionInDoubt(): void {
	window.dispatchEvent(new Event(DOUBT));
}
