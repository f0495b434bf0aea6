import { CARD_PLATFORMS, type CardPlatform } from "#shared/links/cards/platforms.ts";
import { DRAWN_PLATFORMS } from "#shared/public/platforms/drawn-platforms.ts";
import type { Probe } from "#shared/public/platforms/platform.ts";

export type TestFetcher = Probe & {
	name: string;
	/** Its limits, defined only there (P200). */
	platform: CardPlatform;
};

/** The fetchers that the self-test plays (P202). */
export const TEST_FETCHERS: readonly TestFetcher[] = CARD_PLATFORMS.flatMap((platform) => {
	const probe = DRAWN_PLATFORMS.find(({ word }) => word === platform.id)?.probe;
	return probe ? [{ ...probe, name: platform.name, platform }] : [];
});
