import { useState, useSyncExternalStore } from "react";
import { readStored, writeStored } from "#client/lib/storage.ts";

/** Raise the version to show the hint to everyone again. */
const KEY = "visualink.demo-hint.v1";

/** Whether to show the hint at the demo's switch; hidden for good once the switch was used. */
export function useDemoHint(): { isShown: boolean; markUsed: () => void } {
	// Prerendered pages can't know, so the hint appears after hydration.
	const wasUsed = useSyncExternalStore(
		neverChanges,
		() => readStored("local", KEY) !== null,
		() => true,
	);
	const [isUsedNow, setIsUsedNow] = useState(false);
	function markUsed(): void {
		setIsUsedNow(true);
		writeStored("local", KEY, "used");
	}
	return { isShown: !wasUsed && !isUsedNow, markUsed };
}

const neverChanges = () => () => {};
