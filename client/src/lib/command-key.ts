const IS_APPLE = typeof navigator !== "undefined" && /^(Mac|iP)/.test(navigator.platform);

/** ⌘ with this letter on Apple keyboards, else Ctrl: macOS's Ctrl + K deletes a line in fields. */
export function isCommandKey(
	event: Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey">,
	key: string,
) {
	const [wanted, other] = IS_APPLE ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
	return wanted && !other && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;
}
