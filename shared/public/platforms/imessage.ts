import { ANY, looks, MB, WIDE } from "./drawing.ts";
import type { Platform } from "./platform.ts";

export const imessage: Platform = {
	word: "imessage",
	name: "iMessage",
	fetcher: /facebookexternalhit\S* facebot twitterbot/i,
	namesOthers: true,
	drawing: {
		largeFrom: ANY,
		large: { image: "above", ratio: WIDE, title: { lines: 2 }, description: null },
		small: { image: "right", ratio: 1, title: { lines: 2 }, description: null },
		imageBytes: 8 * MB,
		label: { says: "address", stands: "last" },
		...looks("ffffff e9e9eb 000000 5d5d62 d1d1d6 000000", "000000 262628 ffffff aeaeb2 3a3a3c ffffff"),
		isOwnWord: false,
		source: { name: "a copy of Apple's note TN2444" },
		checked: "2026-11-21",
	},
	caching: { keeps: "varies by phone", note: "It loads the preview on the sender's phone." },
	probe: {
		userAgent:
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
		headers: { "accept-encoding": "gzip", "accept-language": "en-us" },
	},
};
