import { useEffect, useState } from "react";

/** The time, as of at most so many milliseconds ago. */
export function useNow(everyMs: number): Date {
	const [now, setNow] = useState(() => new Date());
	useEffect(() => {
		const timer = setInterval(() => setNow(new Date()), everyMs);
		return () => clearInterval(timer);
	}, [everyMs]);
	return now;
}
