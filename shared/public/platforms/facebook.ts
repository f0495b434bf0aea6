import { looks, MB, WIDE } from "./drawing.ts";
import { type Platform, withAddress } from "./platform.ts";

export const facebook: Platform = {
	word: "facebook",
	name: "Facebook",
	aliases: ["fb"],
	domains: ["facebook.com", "fb.com", "fb.me", "fb.watch"],
	packages: ["com.facebook.katana", "com.facebook.lite", "com.facebook.pages.app"],
	clickIds: ["fbclid"],
	company: "meta",
	inApp: /FBAN|FBAV|FB_IAB|MetaIAB Facebook/,
	fetcher: /facebookexternalhit|facebookcatalog|facebookplatform|facebot|meta-externalfetcher/i,
	cardTarget: "meta",
	drawing: {
		largeFrom: { width: 600, height: 315 },
		large: { image: "above", ratio: WIDE, title: { lines: 2 }, description: null },
		small: { image: "left", ratio: 1, title: { lines: 2 }, description: null },
		imageBytes: 8 * MB,
		label: { says: "address", stands: "first", isUpper: true },
		...looks("ffffff f0f2f5 080809 5a5d62 dadde1 080809", "1c1d1f 333334 e2e5e9 b0b3b8 3e4042 e2e5e9"),
		isOwnWord: false,
		source: {
			name: "Facebook's docs for images, tests for the text",
			url: "https://developers.facebook.com/docs/sharing/webmasters/images/",
		},
		checked: "2026-11-21",
		dispute: "Desktop apps may show one line of the description; phones often show none, so none is shown here.",
	},
	caching: {
		keeps: "30 days",
		tool: {
			name: "Sharing Debugger",
			address: withAddress("https://developers.facebook.com/tools/debug/?q="),
			takesAddress: true,
		},
		note: "Instagram, Messenger and Threads share its crawler. After 50 reactions, comments or shares, the title can't change.",
	},
	probe: {
		userAgent: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
		headers: { range: "bytes=0-524288", "accept-encoding": "gzip" },
		rangesImages: true,
		robot: "facebookexternalhit",
	},
	share: ({ url }) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`,
};
