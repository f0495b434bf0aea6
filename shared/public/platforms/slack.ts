import { looks, MB, WIDE } from "./drawing.ts";
import type { Platform } from "./platform.ts";

export const slack: Platform = {
	word: "slack",
	name: "Slack",
	domains: ["slack.com", "slack-redir.net"],
	packages: ["com.slack"],
	inApp: /Slack_SSB\//,
	fetcher: /slackbot|slack-imgproxy/i,
	drawing: {
		largeFrom: { width: 401, height: 1, minRatio: 1.01 },
		large: { image: "below", ratio: WIDE, title: { lines: 2 }, description: { lines: 5, characters: 300 } },
		small: { image: "right", ratio: 1, title: { lines: 2 }, description: { lines: 5, characters: 300 } },
		imageBytes: 2 * MB,
		label: { says: "site", stands: "first" },
		...looks("ffffff ffffff 1d1c1d 616061 dddddd 0f5c9e", "1a1d21 1a1d21 d1d2d3 ababad 4a4d51 4fa8e0"),
		isOwnWord: false,
		source: { name: "others" },
		checked: "2026-11-21",
	},
	caching: { keeps: "about 30 minutes", note: "All workspaces share one fetch for about 30 minutes." },
	probe: {
		userAgent: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
		headers: { range: "bytes=0-32767" },
		prefersTwitter: true,
	},
};
