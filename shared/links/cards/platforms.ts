import type { Drawing } from "../../public/platforms/drawing.ts";
import { DRAWN_PLATFORMS } from "../../public/platforms/drawn-platforms.ts";

export type CardPlatform = Omit<Drawing, "name"> & { id: string; name: string };

/** How each platform draws a card: the only source for drawings, warnings and the self-test (P200). */
export const CARD_PLATFORMS: readonly CardPlatform[] = DRAWN_PLATFORMS.flatMap(({ word, name, drawing }) =>
	drawing ? [{ name, ...drawing, id: word }] : [],
);

/** Platforms whose source was last checked over twelve months ago. */
export function staleRows(at: Date, platforms: readonly CardPlatform[] = CARD_PLATFORMS): string[] {
	const limit = new Date(at);
	limit.setUTCFullYear(limit.getUTCFullYear() - 1);
	return platforms.filter(({ checked }) => new Date(checked) < limit).map(({ id }) => id);
}
