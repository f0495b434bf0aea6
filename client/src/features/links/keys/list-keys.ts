import type { LinkAction } from "../actions/link-action.ts";

type Shortcut = { keys: string; does: string };

/** The list's own shortcuts; link actions define theirs. */
const OF_LIST: Shortcut[] = [
	{ keys: "/", does: "Search" },
	{ keys: "N", does: "New link" },
	{ keys: "J, K", does: "Next, previous link" },
	{ keys: "Enter", does: "Open the focused link" },
	{ keys: "X", does: "Choose the focused link" },
];
const ALWAYS: Shortcut[] = [
	{ keys: "Shift + click, Shift + Space", does: "Choose all up to this one" },
	{ keys: "Esc", does: "Stop choosing" },
	{ keys: "Ctrl or ⌘ + K", does: "Command palette" },
	{ keys: "Ctrl or ⌘ + Z", does: "Undo" },
	{ keys: "Paste an address", does: "New link from that page" },
	{ keys: "?", does: "Show these shortcuts" },
];

export function allShortcuts(actions: readonly LinkAction[]): Shortcut[] {
	const ofActions = actions.flatMap(({ key, label }) => (key ? [{ keys: key.toUpperCase(), does: label }] : []));
	return [...OF_LIST, ...ofActions, ...ALWAYS];
}
