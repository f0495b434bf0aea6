import { looks, MB } from "./drawing.ts";
import type { Platform } from "./platform.ts";

export const reddit: Platform = {
	word: "reddit",
	name: "Reddit",
	domains: ["reddit.com", "redd.it"],
	packages: ["com.reddit.frontpage"],
	clickIds: ["rdt_cid"],
	fetcher: /redditbot/i,
	drawing: {
		largeFrom: null,
		large: null,
		small: { image: "right", ratio: 1.33, title: null, description: null },
		imageBytes: 8 * MB,
		label: { says: "address", stands: "last" },
		...looks("ffffff ffffff 0f1a1c 4f5b61 d7dfe2 0f5cc0", "0e1113 0e1113 eef1f3 a8b4ba 33464c 7fb5f5"),
		isOwnWord: false,
		source: { name: "others" },
		checked: "2026-11-21",
		dispute: "The title is always the poster's own.",
	},
	caching: { keeps: "unknown" },
	probe: { userAgent: "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)", robot: "redditbot" },
};
