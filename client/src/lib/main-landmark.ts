/** The container for overlays, so that they are within a landmark; null before there is a page. */
export function mainLandmark(): HTMLElement | null {
	return typeof document === "undefined" ? null : document.getElementById("main");
}
