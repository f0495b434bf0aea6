/**
 * Whether Visualink or the user opened this document (typed, bookmark, share sheet), not another website; the server
 * marks this by `Sec-Fetch-Site`.
 */
export function isOwnNavigation(): boolean {
	return document.documentElement.dataset.navigation === "own";
}
