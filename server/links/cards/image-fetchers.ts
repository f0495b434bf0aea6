import { DRAWN_PLATFORMS } from "#shared/public/platforms/drawn-platforms.ts";

const BY_AGENT: ReadonlyMap<string, string> = new Map(
	DRAWN_PLATFORMS.flatMap(({ word, imageAgents = [] }) => imageAgents.map((agent): [string, string] => [agent, word])),
);

/**
 * The platform that loads a tagged image under this user agent, although it does not say so; null for any other. Only for
 * images with a tag of ours, which only cards contain: a person's browser may have the same name.
 */
export function hiddenImageFetcher(userAgent: string): string | null {
	return BY_AGENT.get(userAgent) ?? null;
}
