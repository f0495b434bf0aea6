const EVENT = "visualink:still-signed-in";
const DOUBT = "visualink:session-in-doubt";

/** Calls back each time the server has confirmed the user of a page that the back/forward cache restored (P272). */
export function onStillSignedIn(listener: () => void): void {
	window.addEventListener(EVENT, listener);
}

/** Without an import of what follows: it would come with every public page. */
export function publishStillSignedIn(): void {
	window.dispatchEvent(new Event(EVENT));
}

/** Calls back when the user of this page may have signed out, or someone else in (P470). */
export function onSessionInDoubt(listener: () => void): void {
	window.addEventListener(DOUBT, listener);
}

/** The server is then asked who is signed in; again without an import of what follows. */
export function publishSessionInDoubt(): void {
	window.dispatchEvent(new Event(DOUBT));
}
