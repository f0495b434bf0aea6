import { looks, MB } from "./drawing.ts";
import type { Platform } from "./platform.ts";

export const teams: Platform = {
	word: "teams",
	name: "Teams",
	aliases: ["microsoft teams", "ms teams", "msteams"],
	domains: ["teams.microsoft.com", "teams.live.com", "teams.cdn.office.net", "teams.cloud.microsoft"],
	packages: ["com.microsoft.teams"],
	drawing: {
		largeFrom: null,
		large: null,
		small: {
			image: "right",
			ratio: 1,
			title: { lines: 2, characters: 75 },
			description: { lines: 3, characters: 200 },
		},
		imageBytes: 5 * MB,
		label: { says: "site", stands: "last" },
		...looks("f5f5f5 ffffff 242424 5c5c5c d1d1d1 242424", "1f1f1f 292929 ffffff bdbdbd 525252 ffffff"),
		isOwnWord: false,
		source: { name: "others" },
		checked: "2026-11-21",
	},
	caching: { words: ["skype", "microsoft"], keeps: "about 30 minutes", note: "Skype identifies itself the same way." },
	probe: {
		userAgent: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
		prefersTwitter: true,
		robot: "SkypeUriPreview",
	},
};
