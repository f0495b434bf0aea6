import { readStored, removeStored, writeStored } from "./storage.ts";

const KEY = "visualink.letter-keys";

/** Whether single letters do something in this browser; people who speak to it, or type by mistake, switch them off. */
export function areLetterKeysOn(): boolean {
	return readStored("local", KEY) !== "off";
}

export function setLetterKeys(isOn: boolean): void {
	if (isOn) removeStored("local", KEY);
	else writeStored("local", KEY, "off");
}

/** Whether a key that was pressed is meant for the page, and not for a field, a menu, a dialog or an input method. */
export function isForPage(event: KeyboardEvent): boolean {
	if (event.defaultPrevented || event.isComposing || event.key === "Dead") return false;
	if (isLayerOpen()) return false;
	const target = event.target instanceof Element ? event.target : null;
	return target?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") == null;
}

/** Whether a dialog or a menu is in front of the page. */
export function isLayerOpen(): boolean {
	return document.querySelector("[role=dialog], [role=menu]") !== null;
}
