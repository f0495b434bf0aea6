const EVENT = "visualink:still-signed-in";

/** Calls back each time the server has confirmed the user of a page that the back/forward cache restored (P272). */
export function onStillSignedIn(listener: () => void): void {
	window.addEventListener(EVENT, listener);
}

/** Without an import of what follows: it would come with every public page. */
export function publishStillSignedIn(): void {
	window.dispatchEvent(new Event(EVENT));
}
