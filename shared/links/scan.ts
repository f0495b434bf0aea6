/** What a QR code adds to a short address (P185): marks a scan, and never reaches the target. */
export const SCAN_QUERY = "q=1";

export const QR_SOURCE = "qr";

/** The address that a link's QR code encodes. */
export function scanAddress(shortUrl: string): string {
	return `${shortUrl}?${SCAN_QUERY}`;
}
