import { useCallback, useState } from "react";

/** An element's width in pixels, observed; 0 before layout. */
export function useWidth(): [ref: (element: HTMLElement | null) => (() => void) | undefined, width: number] {
	const [width, setWidth] = useState(0);
	const ref = useCallback((element: HTMLElement | null) => {
		if (!element) return;
		const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
		observer.observe(element);
		return () => observer.disconnect();
	}, []);
	return [ref, width];
}
