import { useState, useSyncExternalStore } from "react";
import { readStored, writeStored } from "#client/lib/storage.ts";

/** Raise the version to show the hint to everyone once more. */
const KEY = "visualink.demo-hint.v1";

/** Whether to show the hint at the demo's switch; it is gone for good once the switch was used. */
export function useDemoHint(): { isShown: boolean; markUsed: () => void } {
	// Pre-rendered pages can't know, so the hint comes after the page has woken up.
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
