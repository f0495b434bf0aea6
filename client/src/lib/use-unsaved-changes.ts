import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { API_ROOT } from "#shared/platform/api-paths.ts";
import { pageOf } from "./link-tabs.ts";
import { paths } from "./paths.ts";

/** Asks before unsaved changes are lost: natively on close or reload, else through `pending`. */
export function useUnsavedChanges(isDirty: boolean) {
	const [pending, setPending] = useState<(() => void) | null>(null);
	const [, navigate] = useLocation();
	const isLeaving = useRef(false);
	const added = useRef<number | null>(null);

	useEffect(() => {
		if (!isDirty) return;

		// The last address the app itself opened: on Back, Chromium may call the router before our listeners.
		let shown = window.location.href;
		const follow = () => {
			shown = window.location.href;
		};
		const onBeforeUnload = (event: BeforeUnloadEvent) => {
			if (!isLeaving.current) event.preventDefault();
		};
		const onClick = (event: MouseEvent) => {
			const href = inAppHref(event);
			if (href === null || isLeaving.current) return;
			event.preventDefault();
			event.stopPropagation();
			// Replaces the guard entry, so that Back returns to this screen only once.
			setPending(() => () => navigate(href, { replace: true }));
		};
		// A guard entry for this screen, so that Back stays here and can be asked about.
		const addEntry = () => {
			added.current = furtherEntries() + 1;
			history.pushState({ ...history.state, furtherEntries: added.current }, "", shown);
		};
		if (furtherEntries() !== added.current) addEntry();
		const onPopState = () => {
			if (isLeaving.current) return;
			addEntry();
			const steps = furtherEntries() + 1;
			// If this screen is all the tab has shown, Back leads nowhere.
			const hasOther = history.length > steps;
			setPending(() => () => (hasOther ? history.go(-steps) : navigate(paths.dashboard, { replace: true })));
		};

		window.addEventListener("beforeunload", onBeforeUnload);
		window.addEventListener("pushState", follow);
		window.addEventListener("replaceState", follow);
		// Before the router's listener if possible, so that nothing else renders meanwhile.
		window.addEventListener("popstate", onPopState, { capture: true });
		document.addEventListener("click", onClick, { capture: true });
		return () => {
			window.removeEventListener("beforeunload", onBeforeUnload);
			window.removeEventListener("pushState", follow);
			window.removeEventListener("replaceState", follow);
			window.removeEventListener("popstate", onPopState, { capture: true });
			document.removeEventListener("click", onClick, { capture: true });
		};
	}, [isDirty, navigate]);

	const allow = useCallback(() => {
		isLeaving.current = true;
	}, []);

	return {
		isAsking: pending !== null,
		stay: () => setPending(null),
		leave: () => {
			isLeaving.current = true;
			setPending(null);
			pending?.();
		},
		/** Leaves without asking from now on, as after a save. */
		allow,
	};
}

export type UnsavedChanges = ReturnType<typeof useUnsavedChanges>;

function furtherEntries(): number {
	const state: unknown = history.state;
	if (typeof state !== "object" || state === null || !("furtherEntries" in state)) return 0;
	return typeof state.furtherEntries === "number" ? state.furtherEntries : 0;
}

function inAppHref(event: MouseEvent): string | null {
	if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
	const anchor = event.target instanceof Element ? event.target.closest("a[href]") : null;
	if (!(anchor instanceof HTMLAnchorElement) || anchor.target === "_blank") return null;
	const { origin, pathname, search } = window.location;
	if (anchor.origin !== origin) return null;
	if (anchor.pathname === pathname && anchor.search === search) return null;
	if (anchor.pathname !== pathname && pageOf(anchor.pathname) === pageOf(pathname)) return null;
	// The server's own addresses are left to the browser, which asks by `beforeunload`.
	if (anchor.pathname.startsWith(`${API_ROOT}/`)) return null;
	return `${anchor.pathname}${anchor.search}${anchor.hash}`;
}
