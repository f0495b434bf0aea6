import { looks, MB, WIDE } from "./drawing.ts";
import { type Platform, text } from "./platform.ts";

export const x: Platform = {
	word: "x",
	name: "X",
	aliases: ["tw", "twitter", "x (twitter)", "x/twitter"],
	domains: ["x.com", "twitter.com", "t.co"],
	packages: ["com.twitter.android", "com.twitter.android.lite"],
	clickIds: ["twclid"],
	inApp: /Twitter for (?:iPhone|iPad)|TwitterAndroid/,
	exit: { noWayOut: ["ios"] },
	fetcher: /twitterbot/i,
	cardTarget: "x",
	drawing: {
		largeFrom: { width: 300, height: 157 },
		large: { image: "behind", ratio: WIDE, title: { lines: 1 }, description: null },
		small: { image: "left", ratio: 1, title: { lines: 1 }, description: { lines: 2 } },
		imageBytes: 5 * MB,
		label: { says: "address", stands: "last", before: "From " },
		...looks("ffffff ffffff 0f1419 536471 cfd9de 0f1419", "000000 000000 e7e9ea 8b9298 2f3336 e7e9ea"),
		isOwnWord: false,
		source: { name: "news reports of 2023, third-party tests" },
		checked: "2026-11-21",
		dispute: "The title has moved often: on the image, below it, or gone. This is how it was last seen.",
	},
	caching: { keeps: "about 7 days", note: "It no longer has a refresh tool." },
	probe: {
		userAgent: "Twitterbot/1.0",
		asksHead: true,
		prefersTwitter: true,
		heedsCardKind: true,
		robot: "Twitterbot",
	},
	share: ({ url, title }) => `https://x.com/intent/post?url=${encodeURIComponent(url)}${text(title)}`,
};
