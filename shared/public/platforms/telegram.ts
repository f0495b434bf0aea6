import { ANY, looks, MB, WIDE } from "./drawing.ts";
import { type Platform, text } from "./platform.ts";

export const telegram: Platform = {
	word: "telegram",
	name: "Telegram",
	aliases: ["tg"],
	domains: ["telegram.org", "telegram.me", "telegram.dog", "t.me"],
	packages: ["org.telegram.messenger", "org.telegram.messenger.web", "org.telegram.plus", "org.thunderdog.challegram"],
	inApp: /Telegram-Android\//,
	fetcher: /telegrambot/i,
	namesOthers: true,
	drawing: {
		largeFrom: ANY,
		large: { image: "below", ratio: WIDE, title: { lines: 2 }, description: { lines: 3 } },
		small: { image: "right", ratio: 1, title: { lines: 2 }, description: { lines: 3 } },
		imageBytes: 5 * MB,
		label: { says: "site", stands: "first" },
		...looks("d5e2c9 ffffff 000000 55606a cfd8de 1f6fa8", "0e1621 182533 f5f5f5 93a3b1 2b3b4b 6ab7ff"),
		isOwnWord: true,
		source: { name: "the source of Telegram Desktop", url: "https://github.com/telegramdesktop/tdesktop" },
		checked: "2026-11-21",
		dispute: "Telegram chooses a large or a small image, and the sender may switch. The large one is shown here.",
	},
	caching: {
		keeps: "until you ask it to refresh",
		tool: { name: "WebpageBot", address: () => "https://t.me/WebpageBot", takesAddress: false },
	},
	probe: { userAgent: "TelegramBot (like TwitterBot)", showsNoWebp: true },
	share: ({ url, title }) => `https://t.me/share/url?url=${encodeURIComponent(url)}${text(title)}`,
};
