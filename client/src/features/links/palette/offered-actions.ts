import { useEffect, useRef } from "react";
import type { ListedLink } from "#shared/links/link-list.ts";
import type { LinkAction } from "../actions/link-action.ts";

/** What the page in view gives to the command palette. */
type Offer = {
	actions: readonly LinkAction[];
	/** The link that the actions are for at this moment. */
	linkNow: () => ListedLink | undefined;
	/** Opens the list of keys, on the page where letters act. */
	onHelp?: () => void;
};

let current: (() => Offer) | null = null;
const waiting = new Set<() => void>();

/** Gives a page's actions to the command palette for as long as the page is shown. */
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
	// Its link may come after the palette was opened.
	useEffect(() => {
		for (const told of waiting) told();
	});
}

/**
 * Tells each time that the page in view was drawn, whose link may be known by then.
 * @returns how to end it
 */
export function onOffer(told: () => void): () => void {
	waiting.add(told);
	return () => waiting.delete(told);
}

/** Null on a page without a link. */
export function offeredActions(): Offer | null {
	return current?.() ?? null;
}
