import { looks, WIDE } from "./drawing.ts";
import type { Platform } from "./platform.ts";

export const whatsapp: Platform = {
	word: "whatsapp",
	name: "WhatsApp",
	aliases: ["wa"],
	domains: ["whatsapp.com", "whatsapp.net", "wa.me", "wl.co"],
	packages: ["com.whatsapp", "com.whatsapp.w4b"],
	company: "meta",
	fetcher: /^whatsapp(?:\/|$)/i,
	cardTarget: "whatsapp",
	drawing: {
		largeFrom: { width: 300, height: 1, maxRatio: 4 },
		large: { image: "above", ratio: WIDE, title: { lines: 2 }, description: null },
		small: { image: "left", ratio: 1, title: { lines: 2 }, description: { lines: 1 } },
		imageBytes: 600_000,
		label: { says: "address", stands: "last" },
		...looks("efeae2 d9fdd3 111b21 4d5f57 b9dcb3 111b21", "0b141a 144d37 e9edef b3c9c0 0b3a2a e9edef"),
		isOwnWord: true,
		source: {
			name: "WhatsApp's docs",
			url: "https://developers.facebook.com/documentation/business-messaging/whatsapp/link-previews/",
		},
		checked: "2026-11-21",
		dispute: "WhatsApp's docs allow images up to 600 KB; tests saw large previews only up to 300 KB. Ours are smaller.",
	},
	caching: {
		keeps: "a day to several weeks",
		note: "It loads the preview on the sender's phone as they type. Signal identifies itself as WhatsApp. Messages already sent keep their old preview.",
	},
	probe: { userAgent: "WhatsApp/2.24.1 A", headers: { range: "bytes=0-524287" }, rangesImages: true },
	share: ({ url }) => `https://wa.me/?text=${encodeURIComponent(url)}`,
};
