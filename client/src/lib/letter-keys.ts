import { readStored, removeStored, writeStored } from "./storage.ts";

const KEY = "visualink.letter-keys";

/** Whether single-letter shortcuts are on; speech users and people who mistype switch them off. */
export function areLetterKeysOn(): boolean {
	return readStored("local", KEY) !== "off";
}

export function setLetterKeys(isOn: boolean): void {
	if (isOn) removeStored("local", KEY);
	else writeStored("local", KEY, "off");
}

/** Whether a key press is for the page, not a field, menu, dialog or input method. */
export function isForPage(event: KeyboardEvent): boolean {
	if (event.defaultPrevented || event.isComposing || event.key === "Dead") return false;
	if (isLayerOpen()) return false;
	const target = event.target instanceof Element ? event.target : null;
	return target?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") == null;
}

/** Whether a dialog or a menu is open. */
export function isLayerOpen(): boolean {
	return document.querySelector("[role=dialog], [role=menu]") !== null;
}
