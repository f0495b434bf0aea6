import { useEffect, useRef } from "react";

/** Calls back when the back/forward cache restores this page: pending work is gone, and data may be old. */
export function useWakeUp(onWakeUp: () => void): void {
	const latest = useRef(onWakeUp);
	useEffect(() => {
		latest.current = onWakeUp;
	});

	useEffect(() => {
		const wakeUp = (event: PageTransitionEvent) => event.persisted && latest.current();
		window.addEventListener("pageshow", wakeUp);
		return () => window.removeEventListener("pageshow", wakeUp);
	}, []);
}
