import { ANY, looks, WIDE } from "./drawing.ts";
import type { Platform } from "./platform.ts";

export const bluesky: Platform = {
	word: "bluesky",
	name: "Bluesky",
	aliases: ["bsky"],
	domains: ["bsky.app", "bsky.social"],
	packages: ["xyz.blueskyweb.app"],
	fetcher: /cardyb|blueskypreviewbot/i,
	fetcherNamedLikeApp: /bluesky/i,
	drawing: {
		largeFrom: ANY,
		large: { image: "above", ratio: WIDE, title: { lines: 3 }, description: { lines: 2 } },
		small: { image: "above", ratio: WIDE, title: { lines: 3 }, description: { lines: 4 } },
		imageBytes: 976_560,
		label: { says: "address", stands: "last" },
		...looks("ffffff ffffff 0b0f14 42576c d4dbe2 0b0f14", "000000 000000 ffffff aebbc9 2c3a4e ffffff"),
		isOwnWord: true,
		source: { name: "the source of Bluesky's app", url: "https://github.com/bluesky-social/social-app" },
		checked: "2026-11-21",
	},
	caching: { keeps: "permanently, in each post" },
	probe: { userAgent: "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)" },
	share: ({ url, title }) => `https://bsky.app/intent/compose?text=${encodeURIComponent(`${title} ${url}`)}`,
};
