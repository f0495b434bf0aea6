import { useCallback, useState } from "react";
import { readStored, writeStored } from "#client/lib/storage.ts";
import { CARD_PLATFORMS, type CardPlatform } from "#shared/links/cards/platforms.ts";

const KEY = "visualink.pinned-platforms.v1";

/** The platforms, pinned ones first, stored in this browser (P200). */
export function usePinnedPlatforms() {
	const [pinned, setPinned] = useState(readPinned);

	const toggle = useCallback(({ id }: CardPlatform): void => {
		setPinned((present) => {
			const next = present.includes(id) ? present.filter((each) => each !== id) : [...present, id];
			writeStored("local", KEY, JSON.stringify(next));
			return next;
		});
	}, []);

	return { platforms: inOrder(pinned), isPinned: ({ id }: CardPlatform) => pinned.includes(id), toggle };
}

export function inOrder(pinned: readonly string[]): CardPlatform[] {
	const [first, rest] = [true, false].map((wanted) =>
		CARD_PLATFORMS.filter(({ id }) => pinned.includes(id) === wanted),
	);
	return [...(first ?? []), ...(rest ?? [])];
}

function readPinned(): string[] {
	try {
		const stored: unknown = JSON.parse(readStored("local", KEY) ?? "[]");
		return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
	} catch {
		return [];
	}
}
