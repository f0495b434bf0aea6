import { DRAWN_PLATFORMS } from "../../public/platforms/drawn-platforms.ts";
import type { Caching } from "../../public/platforms/platform.ts";

/** A service that fetches cards, as its user agent identifies it, and how it caches them. */
export type Fetcher = Caching & {
	/** The words of attribution that mean it. */
	words: readonly [string, ...string[]];
	name: string;
};

/** What is shown of each, in this order; anyone else who has fetched comes after them. */
export const FETCHERS: readonly Fetcher[] = DRAWN_PLATFORMS.flatMap(({ word, name, caching }) =>
	caching ? [{ words: [word], name, ...caching }] : [],
);
