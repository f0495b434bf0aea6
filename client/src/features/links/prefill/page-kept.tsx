import { type ReactNode, useLayoutEffect } from "react";
import { keepWaitingPage } from "#client/lib/waiting-page.ts";
import { askedAddress } from "./asked-page.ts";

/**
 * Outside the guards of a new link's screen: the page that its address names is kept, whomever they send away, and to
 * where (P164). The form takes it.
 */
export function PageKept({ children }: { children: ReactNode }) {
	// Before the form's own effects, which take it away again.
	useLayoutEffect(() => {
		const { search } = window.location;
		if (askedAddress(search)) keepWaitingPage(search);
	}, []);
	return children;
}
