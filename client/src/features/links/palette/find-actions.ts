import type { PaletteAction } from "./palette-action.ts";

export const PALETTE_LIMITS = { actions: 12, links: 8 } as const;

type Words = Pick<PaletteAction, "label" | "keywords">;

/** Matches the beginnings of words, never fuzzily: Enter must not delete a link whose name was typed. */
export function findActions<Action extends Words>(actions: readonly Action[], typed: string): Action[] {
	const words = wordsOf(typed);
	const byLabel = actions.filter(({ label }) => hasAll(label, words));
	const byKeywords = actions.filter((action) => !byLabel.includes(action) && hasAll(allOf(action), words));
	return [...byLabel, ...byKeywords];
}

function allOf({ label, keywords }: Words): string {
	return `${label} ${keywords}`;
}

function hasAll(text: string, words: string[]): boolean {
	const own = wordsOf(text);
	return words.every((word) => own.some((each) => each.startsWith(word)));
}

function wordsOf(text: string): string[] {
	return text.toLowerCase().split(/\s+/).filter(Boolean);
}
