/** Where what hangs over the page has its place, so that it is in a landmark; null where there is no page yet. */
export function mainLandmark(): HTMLElement | null {
	return typeof document === "undefined" ? null : document.getElementById("main");
}
