import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Route, Switch, useLocation } from "wouter";
import { Footer } from "#client/components/layout/footer.tsx";
import { useDocumentTitle } from "#client/components/layout/page.tsx";
import { PageErrorBoundary } from "#client/components/layout/page-error-boundary.tsx";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { VersionLabel } from "#client/features/platform/version/version-label.tsx";
import { Notices } from "#client/frames/notices.tsx";
import { SiteHeader } from "#client/frames/site-header.tsx";
import type { LateComponent } from "#client/lib/late.tsx";
import { pageOf } from "#client/lib/link-tabs.ts";
import { GUARDED_SCREENS, type Guard, NOT_FOUND_PAGE, PUBLIC_PAGES } from "./screens.ts";

/** Every screen behind its guards, between the header and the footer (P83). */
export function Routes() {
	const [location] = useLocation();
	const mainRef = useNewPageFocus(location);
	return (
		<div className="flex min-h-dvh flex-col">
			{/* biome-ignore lint/a11y/useValidAnchor: it leads to the content, or past what is above that */}
			<a
				href="#main"
				onClick={skipToContent}
				className="sr-only rounded-control bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
			>
				Skip to content
			</a>
			<SiteHeader />
			{/* With the header as high as the window: the footer is never in view while what is above it arrives. */}
			<main id="main" ref={mainRef} tabIndex={-1} className="min-h-[calc(100svh-4rem)] flex-1 outline-none">
				<Notices />
				<PageErrorBoundary key={pageOf(location)}>
					<Suspense fallback={<PageSpinner />}>
						<Switch>
							{PUBLIC_PAGES.map(({ path, guards, title, Screen }) => (
								<Route key={path} path={path}>
									<Guarded by={guards}>
										<Titled title={title}>
											<Screen />
										</Titled>
									</Guarded>
								</Route>
							))}
							{GUARDED_SCREENS.map(({ path, guards, Screen }) => (
								<Route key={pageOf(path)} path={path}>
									<EarlyCode of={Screen} />
									<Guarded by={guards}>
										<Screen />
									</Guarded>
								</Route>
							))}
							<Route>
								<Titled title={NOT_FOUND_PAGE.title}>
									<NOT_FOUND_PAGE.Screen />
								</Titled>
							</Route>
						</Switch>
					</Suspense>
				</PageErrorBoundary>
			</main>
			<Footer version={<VersionLabel />} />
		</div>
	);
}

/** Loads a screen's code while its guards still ask the server who is there; not for those whom they send away at once. */
function EarlyCode({ of: Screen }: { of: LateComponent<object> }): null {
	useEffect(() => {
		if (document.documentElement.dataset.session !== "none") Screen.load();
	}, [Screen]);
	return null;
}

type GuardedProps = { by: Guard[]; children: ReactNode };

/** Its children behind the guards, the first of them outermost. */
function Guarded({ by: [Outer, ...inner], children }: GuardedProps): ReactNode {
	if (!Outer) return children;
	return (
		<Outer>
			<Guarded by={inner}>{children}</Guarded>
		</Outer>
	);
}

/** Names the browser's tab. */
function Titled({ title, children }: { title: string; children: ReactNode }) {
	useDocumentTitle(title);
	return children;
}

/** Past what is above the content of a page, where it says what that is. */
function skipToContent(event: MouseEvent): void {
	const content = document.querySelector<HTMLElement>("[data-content]");
	if (!content) return;
	event.preventDefault();
	content.focus();
}

/** Whether the new page has given the focus to its first field. */
function isFirstField(focused: Element | null): boolean {
	return focused?.hasAttribute("data-first-field") === true;
}

function hasFocusInView(): boolean {
	const focused = document.activeElement;
	return focused !== null && focused !== document.body && focused.closest("[hidden]") === null;
}

/** A new page starts at its top, and keyboards and screen readers start at its content, as with a page load. */
function useNewPageFocus(location: string) {
	const mainRef = useRef<HTMLElement>(null);
	const shownRef = useRef(location);
	const isBackRef = useRef(false);

	useEffect(() => {
		// The browser itself restores the scroll position of a page one goes back to.
		const onPopState = () => {
			isBackRef.current = true;
		};
		window.addEventListener("popstate", onPopState);
		return () => window.removeEventListener("popstate", onPopState);
	}, []);

	useEffect(() => {
		const isBack = isBackRef.current;
		isBackRef.current = false;
		if (shownRef.current === location) return;
		const isSamePage = pageOf(shownRef.current) === pageOf(location);
		shownRef.current = location;
		if (isBack) return;
		// The tab that was pressed keeps the focus.
		if ((!isSamePage || !hasFocusInView()) && !isFirstField(document.activeElement))
			mainRef.current?.focus({ preventScroll: true });
		if (window.location.hash === "") window.scrollTo({ top: 0, behavior: "instant" });
	}, [location]);

	return mainRef;
}
