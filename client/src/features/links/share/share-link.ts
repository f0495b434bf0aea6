import { copyLink } from "./copy-link.ts";

/** Whether the system has a sheet by which something can be shared. */
export function canShareBySystem(): boolean {
	return typeof navigator.share === "function";
}

/** By the system's sheet. The address alone: the card says the rest wherever it arrives. */
export async function shareBySystem(shortUrl: string): Promise<void> {
	try {
		await navigator.share({ url: shortUrl });
	} catch (error) {
		// Anyone who closes the sheet has changed their mind; where it does not work, the address can still be had.
		if (!(error instanceof DOMException && error.name === "AbortError")) await copyLink(shortUrl);
	}
}
