import { DRAWN_PLATFORMS } from "#shared/public/platforms/drawn-platforms.ts";

const BY_AGENT: ReadonlyMap<string, string> = new Map(
	DRAWN_PLATFORMS.flatMap(({ word, imageAgents = [] }) => imageAgents.map((agent): [string, string] => [agent, word])),
);

/** Only use it for images with our tag, which occur only in cards: a browser may send the same name. */
export function hiddenImageFetcher(userAgent: string): string | null {
	return BY_AGENT.get(userAgent) ?? null;
}
