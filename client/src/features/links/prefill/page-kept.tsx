import { type ReactNode, useLayoutEffect } from "react";
import { keepWaitingPage } from "#client/lib/waiting-page.ts";
import { askedAddress } from "./asked-page.ts";

/**
 * Stores the page in the URL of a new link's screen, outside its guards, so that it survives their redirects (P164).
 * The form takes it.
 */
export function PageKept({ children }: { children: ReactNode }) {
	// Before the form's own effects, which remove it.
	useLayoutEffect(() => {
		const { search } = window.location;
		if (askedAddress(search)) keepWaitingPage(search);
	}, []);
	return children;
}
