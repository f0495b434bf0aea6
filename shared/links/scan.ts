/**
 * A QR code's addition to a short address (P185): it distinguishes a scan from a click, and never reaches the target.
 * Any other value of `q` is the visitor's own.
 */
export const SCAN_QUERY = "q=1";

/** The source of a view that came by a QR code. */
export const QR_SOURCE = "qr";

/** What a link's QR code holds. */
export function scanAddress(shortUrl: string): string {
	return `${shortUrl}?${SCAN_QUERY}`;
}
