import { copyLink } from "./copy-link.ts";

export function canShareBySystem(): boolean {
	return typeof navigator.share === "function";
}

/** Opens the share sheet. Only the URL is shared, because the card adds the rest. */
export async function shareBySystem(shortUrl: string): Promise<void> {
	try {
		await navigator.share({ url: shortUrl });
	} catch (error) {
		// Closing the sheet is a choice; if sharing fails, the URL is copied instead.
		if (!(error instanceof DOMException && error.name === "AbortError")) await copyLink(shortUrl);
	}
}
