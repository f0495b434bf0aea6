import { looks, MB } from "./drawing.ts";
import type { Platform } from "./platform.ts";

export const messenger: Platform = {
	word: "messenger",
	name: "Messenger",
	aliases: ["msg", "facebook messenger", "fb messenger"],
	domains: ["messenger.com", "m.me"],
	packages: ["com.facebook.orca", "com.facebook.mlite"],
	company: "meta",
	inApp: /MessengerForiOS|MessengerLiteForiOS|Orca-Android|MetaIAB Messenger/,
	namesOthers: true,
	exit: { noWayOut: ["android"] },
	cardTarget: "meta",
	drawing: {
		name: "Messenger and Instagram messages",
		largeFrom: null,
		large: null,
		small: { image: "left", ratio: 1, title: { lines: 2 }, description: null },
		imageBytes: 8 * MB,
		label: { says: "address", stands: "last" },
		...looks("ffffff f0f0f0 050505 5a5d62 dcdcdc 050505", "000000 303030 e4e6eb b0b3b8 424242 e4e6eb"),
		isOwnWord: false,
		source: { name: "others" },
		checked: "2026-11-21",
		dispute: "Reports differ: the whole image, or a small square as drawn here. Instagram posts show no card.",
	},
};
