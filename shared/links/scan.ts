/**
 * What a QR code adds to a short address, exactly so (P185): it tells a scan from a click, and never reaches the target.
 * A `q` of any other value is the visitor's own.
 */
export const SCAN_QUERY = "q=1";

/** The source of a view that came by a QR code. */
export const QR_SOURCE = "qr";

/** What a link's QR code holds. */
export function scanAddress(shortUrl: string): string {
	return `${shortUrl}?${SCAN_QUERY}`;
}
