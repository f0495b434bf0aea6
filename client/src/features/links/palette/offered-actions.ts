import { useEffect, useRef } from "react";
import type { ListedLink } from "#shared/links/link-list.ts";
import type { LinkAction } from "../actions/link-action.ts";

type Offer = {
	actions: readonly LinkAction[];
	linkNow: () => ListedLink | undefined;
	/** Opens the list of shortcuts, on pages that have them. */
	onHelp?: () => void;
};

let current: (() => Offer) | null = null;
const waiting = new Set<() => void>();

/** Adds a page's actions to the command palette while the page is mounted. */
export function useOfferedActions(offer: Offer): void {
	const latest = useRef(offer);
	latest.current = offer;
	useEffect(() => {
		const own = () => latest.current;
		current = own;
		return () => {
			if (current === own) current = null;
		};
	}, []);
	// Its link may load after the palette was opened.
	useEffect(() => {
		for (const told of waiting) told();
	});
}

/**
 * Subscribes to the current page's renders, since its link may have loaded.
 * @returns the unsubscribe function
 */
export function onOffer(told: () => void): () => void {
	waiting.add(told);
	return () => waiting.delete(told);
}

/** Null on a page without a link. */
export function offeredActions(): Offer | null {
	return current?.() ?? null;
}
