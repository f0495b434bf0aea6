import { looks, MB } from "./drawing.ts";
import { type Platform, withAddress } from "./platform.ts";

export const linkedin: Platform = {
	word: "linkedin",
	name: "LinkedIn",
	aliases: ["li", "linked-in", "linked in"],
	domains: ["linkedin.com", "linkedin.cn", "lnkd.in"],
	packages: ["com.linkedin.android"],
	clickIds: ["li_fat_id"],
	inApp: /LinkedInApp/,
	fetcher: /linkedinbot/i,
	cardTarget: "linkedin",
	drawing: {
		largeFrom: null,
		large: null,
		small: { image: "left", ratio: 1, title: { lines: 2 }, description: null },
		imageBytes: 5 * MB,
		label: { says: "address", stands: "last" },
		...looks("ffffff edf3f8 1a1a1a 5a5a5a d6dce1 1a1a1a", "1b1f23 293138 eeeeee b6b9bc 38434f eeeeee"),
		isOwnWord: false,
		source: { name: "third-party tests since 2024" },
		checked: "2026-11-21",
		dispute: "Reports differ: a small 16:9 image, or a square as drawn here. Ads show a large one.",
	},
	caching: {
		keeps: "about 7 days",
		tool: {
			name: "Post Inspector",
			address: withAddress("https://www.linkedin.com/post-inspector/inspect/"),
			takesAddress: true,
		},
	},
	probe: {
		userAgent: "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
		headers: { "accept-encoding": "gzip" },
		showsNoWebp: true,
		robot: "LinkedInBot",
	},
	share: ({ url }) => `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`,
};
