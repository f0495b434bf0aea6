const IS_APPLE = typeof navigator !== "undefined" && /^(Mac|iP)/.test(navigator.platform);

/** Whether it is ⌘ with this letter on an Apple keyboard, or Ctrl with it on others: in fields, Ctrl + K of macOS cuts a line. */
export function isCommandKey(
	event: Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey">,
	key: string,
) {
	const [wanted, other] = IS_APPLE ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
	return wanted && !other && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;
}
