import { type ReactNode, useLayoutEffect } from "react";
import { keepWaitingPage } from "#client/lib/waiting-page.ts";
import { askedAddress } from "./asked-page.ts";

/** Outside the guards of a new link's screen, so that the page survives their redirects (P164). */
export function PageKept({ children }: { children: ReactNode }) {
	// Before the form's own effects, which remove it.
	useLayoutEffect(() => {
		const { search } = window.location;
		if (askedAddress(search)) keepWaitingPage(search);
	}, []);
	return children;
}
