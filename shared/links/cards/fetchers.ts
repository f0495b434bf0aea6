import { DRAWN_PLATFORMS } from "../../public/platforms/drawn-platforms.ts";
import type { Caching } from "../../public/platforms/platform.ts";

export type Fetcher = Caching & {
	words: readonly [string, ...string[]];
	name: string;
};

/** In the order of the screen; other platforms that fetched come after them. */
export const FETCHERS: readonly Fetcher[] = DRAWN_PLATFORMS.flatMap(({ word, name, caching }) =>
	caching ? [{ words: [word], name, ...caching }] : [],
);
