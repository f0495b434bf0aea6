/** Whether Visualink or the user opened this document; the server marks it by `Sec-Fetch-Site`. */
export function isOwnNavigation(): boolean {
	return document.documentElement.dataset.navigation === "own";
}
