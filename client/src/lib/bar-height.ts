/**
 * The ref of a bar that sticks to the bottom: toasts are above it, and what gets the focus scrolls to above it. Bars of one
 * page replace each other.
 */
export function noteBarHeight(bar: HTMLElement | null): (() => void) | undefined {
	if (!bar) return;
	const root = document.documentElement.style;
	const note = () => root.setProperty("--bar-height", `${bar.offsetHeight}px`);
	const observer = new ResizeObserver(note);
	observer.observe(bar);
	return () => {
		observer.disconnect();
		root.removeProperty("--bar-height");
	};
}
