import { looks, MB, WIDE } from "./drawing.ts";
import type { Platform } from "./platform.ts";

export const mastodon: Platform = {
	word: "mastodon",
	name: "Mastodon",
	domains: [
		"mastodon.social",
		"mastodon.online",
		"mastodon.world",
		"joinmastodon.org",
		"mstdn.social",
		"mstdn.jp",
		"mas.to",
		"fosstodon.org",
		"hachyderm.io",
		"infosec.exchange",
	],
	packages: ["org.joinmastodon.android"],
	fetcherNamedLikeApp: /mastodon/i,
	drawing: {
		largeFrom: { width: 1, height: 1, minRatio: 1.01 },
		large: { image: "above", ratio: WIDE, title: { lines: 2 }, description: null },
		small: { image: "left", ratio: 1, title: { lines: 1 }, description: { lines: 1 } },
		imageBytes: 8 * MB,
		label: { says: "site", stands: "first" },
		...looks("ffffff ffffff 1c1e26 565a6b c9c9d6 1c1e26", "181820 1e1e28 ffffff a5a9c0 36364a ffffff"),
		isOwnWord: true,
		source: { name: "the source of Mastodon", url: "https://github.com/mastodon/mastodon" },
		checked: "2026-11-21",
		dispute: "Newer servers add a line of the description below a wide image; older ones don't, as drawn here.",
	},
	caching: { keeps: "about 14 days", note: "Every server fetches its own copy." },
	probe: {
		userAgent: "Mastodon/4.3.1 (http.rb/5.2.0; +https://mastodon.social/) Bot",
		headers: { "accept-encoding": "gzip" },
		asksHead: true,
	},
};
