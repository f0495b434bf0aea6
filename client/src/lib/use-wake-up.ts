import { useEffect, useRef } from "react";

/**
 * Calls back when the browser brings this page back as it was left, as after Back from one of Stripe's: what was under
 * way is not any more, and what was known may have changed.
 */
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
