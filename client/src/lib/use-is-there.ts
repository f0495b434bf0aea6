import { type RefObject, useEffect, useRef } from "react";

/** Whether the component is on the screen still, for work that ends after it may have gone. */
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
