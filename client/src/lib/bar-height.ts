/** The ref of a bar at the bottom: toasts and focused elements stay above it. A page's bars replace each other. */
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
