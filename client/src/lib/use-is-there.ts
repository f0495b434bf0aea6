import { type RefObject, useEffect, useRef } from "react";

/** Whether the component is still mounted, for asynchronous work. */
export function useIsThere(): RefObject<boolean> {
	const isThere = useRef(true);
	useEffect(() => {
		isThere.current = true;
		return () => {
			isThere.current = false;
		};
	}, []);
	return isThere;
}
