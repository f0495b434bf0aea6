/**
 * Whether this document was opened from Visualink itself or by its user (typed, a bookmark, an app's share sheet), and not
 * by another website: the server marks the former, by what the browser says (`Sec-Fetch-Site`).
 */
export function isOwnNavigation(): boolean {
	return document.documentElement.dataset.navigation === "own";
}
