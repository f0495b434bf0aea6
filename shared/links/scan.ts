/** Marks a scan, and never reaches the target (P185). Any other `q` belongs to the visitor. */
export const SCAN_QUERY = "q=1";

export const QR_SOURCE = "qr";

/** The address that a link's QR code encodes. */
export function scanAddress(shortUrl: string): string {
	return `${shortUrl}?${SCAN_QUERY}`;
}
