import { ANY, looks, MB, WIDE } from "./drawing.ts";
import type { Platform } from "./platform.ts";

export const discord: Platform = {
	word: "discord",
	name: "Discord",
	domains: ["discord.com", "discordapp.com", "discord.gg"],
	packages: ["com.discord"],
	fetcher: /discordbot/i,
	// People's browsers send these too: they only count for images with our tag (discord-api-docs #1600, #3872, #6694).
	imageAgents: [
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 11.6; rv:92.0) Gecko/20100101 Firefox/92.0",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.10; rv:38.0) Gecko/20100101 Firefox/38.0",
	],
	cardTarget: "discord",
	drawing: {
		largeFrom: ANY,
		large: {
			image: "below",
			ratio: WIDE,
			title: { lines: 3, bytes: 70 },
			description: { lines: 20, bytes: 350 },
		},
		small: {
			image: "right",
			ratio: 1,
			title: { lines: 3, bytes: 70 },
			description: { lines: 20, bytes: 350 },
		},
		// According to its page on component embeds.
		withButton: { image: "below", ratio: WIDE, title: { lines: 3 }, description: { lines: 20 } },
		imageBytes: 8 * MB,
		siteNameMax: 256,
		label: { says: "site", stands: "first" },
		...looks("ffffff f2f3f5 2e3338 4e5058 d4d7dc 0061c2", "313338 2b2d31 dbdee1 b5bac1 1e1f22 00a8fc"),
		isOwnWord: true,
		source: {
			name: "Discord's docs",
			url: "https://docs.discord.com/developers/link-previews/overview",
		},
		checked: "2026-11-21",
	},
	caching: {
		keeps: "about 30 minutes",
		tool: { name: "Embed Debugger", address: () => "https://discord.com/developers/embeds", takesAddress: false },
		hidesImages: true,
		note: "All servers share one fetch during that time. It may load the image with a browser's user agent.",
	},
	probe: {
		userAgent: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
		heedsCardKind: true,
		robot: "Discordbot",
	},
};
