import { BUBBLES, FEEDS, type Look } from "./looks.ts";

/** How much of a text is shown. What is not said is not limited. */
export type TextRule = {
	/** Lines, at the width that the card has there. */
	lines: number;
	/** UTF-8 bytes. */
	bytes?: number;
	/** Characters as people see them. */
	characters?: number;
};

/** A card's layout: where its image is, and what is shown of its texts; null is never shown. */
export type CardShape = {
	picture: "above" | "below" | "left" | "right" | "behind";
	/** Width by height. */
	ratio: number;
	title: TextRule | null;
	description: TextRule | null;
};

/** What a picture must have for the large card, in pixels, and width by height. */
export type LargeFrom = { width: number; height: number; minRatio?: number; maxRatio?: number };

export type CardPlatform = {
	id: string;
	name: string;
	/** Null where every card is the small one. */
	largeFrom: LargeFrom | null;
	large: CardShape | null;
	/** The card for any other picture, and, without its picture, for none. */
	small: CardShape;
	/** The card that has a button, where there is such a one: it has no label line. */
	withButton?: CardShape;
	/** The heaviest picture that it shows, in bytes, as far as anyone knows. */
	pictureBytes: number;
	/** A longer `og:site_name`, in characters, and there is no card at all. */
	siteNameMax?: number;
	/** The line that says where the link leads: our short domain, or the site's name (`og:site_name`). */
	label: { says: "address" | "site"; stands: "first" | "last"; before?: string; isUpper?: boolean };
	light: Look;
	dark: Look;
	/** Whether the vendor's own page or source says so, or only those who have looked. */
	isOwnWord: boolean;
	source: { name: string; url?: string };
	/** The day on which someone last compared this row with its source. */
	checked: `${number}-${number}-${number}`;
	/** Where sources differ, and what is drawn then: what is safer to count on. */
	dispute?: string;
};

const CHECKED = "2026-11-21";
const WIDE = 1.91;
const ANY: LargeFrom = { width: 1, height: 1 };
const MB = 1_000_000;

/** How each platform draws a card. The drawings, the warnings and the self-test read nothing else (P200). */
export const CARD_PLATFORMS: readonly CardPlatform[] = [
	{
		id: "whatsapp",
		name: "WhatsApp",
		largeFrom: { width: 300, height: 1, maxRatio: 4 },
		large: { picture: "above", ratio: WIDE, title: { lines: 2 }, description: null },
		small: { picture: "left", ratio: 1, title: { lines: 2 }, description: { lines: 1 } },
		pictureBytes: 600_000,
		label: { says: "address", stands: "last" },
		...BUBBLES.whatsapp,
		isOwnWord: true,
		source: {
			name: "WhatsApp's docs",
			url: "https://developers.facebook.com/documentation/business-messaging/whatsapp/link-previews/",
		},
		checked: CHECKED,
		dispute: "WhatsApp's docs allow images up to 600 KB; tests saw large previews only up to 300 KB. Ours are smaller.",
	},
	{
		id: "facebook",
		name: "Facebook",
		largeFrom: { width: 600, height: 315 },
		large: { picture: "above", ratio: WIDE, title: { lines: 2 }, description: null },
		small: { picture: "left", ratio: 1, title: { lines: 2 }, description: null },
		pictureBytes: 8 * MB,
		label: { says: "address", stands: "first", isUpper: true },
		...FEEDS.facebook,
		isOwnWord: false,
		source: {
			name: "Facebook's docs for images, tests for the text",
			url: "https://developers.facebook.com/docs/sharing/webmasters/images/",
		},
		checked: CHECKED,
		dispute: "Desktop apps may show one line of the description; phones often show none, so none is shown here.",
	},
	{
		id: "messenger",
		name: "Messenger and Instagram messages",
		largeFrom: null,
		large: null,
		small: { picture: "left", ratio: 1, title: { lines: 2 }, description: null },
		pictureBytes: 8 * MB,
		label: { says: "address", stands: "last" },
		...BUBBLES.messenger,
		isOwnWord: false,
		source: { name: "others" },
		checked: CHECKED,
		dispute: "Reports differ: the whole image, or a small square as drawn here. Instagram posts show no card.",
	},
	{
		id: "x",
		name: "X",
		largeFrom: { width: 300, height: 157 },
		large: { picture: "behind", ratio: WIDE, title: { lines: 1 }, description: null },
		small: { picture: "left", ratio: 1, title: { lines: 1 }, description: { lines: 2 } },
		pictureBytes: 5 * MB,
		label: { says: "address", stands: "last", before: "From " },
		...FEEDS.x,
		isOwnWord: false,
		source: { name: "news reports of 2023, third-party tests" },
		checked: CHECKED,
		dispute: "The title has moved often: on the image, below it, or gone. This is how it was last seen.",
	},
	{
		id: "linkedin",
		name: "LinkedIn",
		largeFrom: null,
		large: null,
		small: { picture: "left", ratio: 1, title: { lines: 2 }, description: null },
		pictureBytes: 5 * MB,
		label: { says: "address", stands: "last" },
		...FEEDS.linkedin,
		isOwnWord: false,
		source: { name: "third-party tests since 2024" },
		checked: CHECKED,
		dispute: "Reports differ: a small 16:9 image, or a square as drawn here. Ads show a large one.",
	},
	{
		id: "slack",
		name: "Slack",
		largeFrom: { width: 401, height: 1, minRatio: 1.01 },
		large: { picture: "below", ratio: WIDE, title: { lines: 2 }, description: { lines: 5, characters: 300 } },
		small: { picture: "right", ratio: 1, title: { lines: 2 }, description: { lines: 5, characters: 300 } },
		pictureBytes: 2 * MB,
		label: { says: "site", stands: "first" },
		...FEEDS.slack,
		isOwnWord: false,
		source: { name: "others" },
		checked: CHECKED,
	},
	{
		id: "discord",
		name: "Discord",
		largeFrom: ANY,
		large: {
			picture: "below",
			ratio: WIDE,
			title: { lines: 3, bytes: 70 },
			description: { lines: 20, bytes: 350 },
		},
		small: {
			picture: "right",
			ratio: 1,
			title: { lines: 3, bytes: 70 },
			description: { lines: 20, bytes: 350 },
		},
		// By its page on component embeds.
		withButton: { picture: "below", ratio: WIDE, title: { lines: 3 }, description: { lines: 20 } },
		pictureBytes: 8 * MB,
		siteNameMax: 256,
		label: { says: "site", stands: "first" },
		...FEEDS.discord,
		isOwnWord: true,
		source: {
			name: "Discord's docs",
			url: "https://docs.discord.com/developers/link-previews/overview",
		},
		checked: CHECKED,
	},
	{
		id: "telegram",
		name: "Telegram",
		largeFrom: ANY,
		large: { picture: "below", ratio: WIDE, title: { lines: 2 }, description: { lines: 3 } },
		small: { picture: "right", ratio: 1, title: { lines: 2 }, description: { lines: 3 } },
		pictureBytes: 5 * MB,
		label: { says: "site", stands: "first" },
		...BUBBLES.telegram,
		isOwnWord: true,
		source: { name: "the source of Telegram Desktop", url: "https://github.com/telegramdesktop/tdesktop" },
		checked: CHECKED,
		dispute: "Telegram chooses a large or a small image, and the sender may switch. The large one is shown here.",
	},
	{
		id: "imessage",
		name: "iMessage",
		largeFrom: ANY,
		large: { picture: "above", ratio: WIDE, title: { lines: 2 }, description: null },
		small: { picture: "right", ratio: 1, title: { lines: 2 }, description: null },
		pictureBytes: 8 * MB,
		label: { says: "address", stands: "last" },
		...BUBBLES.imessage,
		isOwnWord: false,
		source: { name: "a copy of Apple's note TN2444" },
		checked: CHECKED,
	},
	{
		id: "bluesky",
		name: "Bluesky",
		largeFrom: ANY,
		large: { picture: "above", ratio: WIDE, title: { lines: 3 }, description: { lines: 2 } },
		small: { picture: "above", ratio: WIDE, title: { lines: 3 }, description: { lines: 4 } },
		pictureBytes: 976_560,
		label: { says: "address", stands: "last" },
		...FEEDS.bluesky,
		isOwnWord: true,
		source: { name: "the source of Bluesky's app", url: "https://github.com/bluesky-social/social-app" },
		checked: CHECKED,
	},
	{
		id: "mastodon",
		name: "Mastodon",
		largeFrom: { width: 1, height: 1, minRatio: 1.01 },
		large: { picture: "above", ratio: WIDE, title: { lines: 2 }, description: null },
		small: { picture: "left", ratio: 1, title: { lines: 1 }, description: { lines: 1 } },
		pictureBytes: 8 * MB,
		label: { says: "site", stands: "first" },
		...FEEDS.mastodon,
		isOwnWord: true,
		source: { name: "the source of Mastodon", url: "https://github.com/mastodon/mastodon" },
		checked: CHECKED,
		dispute: "Newer servers add a line of the description below a wide image; older ones don't, as drawn here.",
	},
	{
		id: "teams",
		name: "Teams",
		largeFrom: null,
		large: null,
		small: {
			picture: "right",
			ratio: 1,
			title: { lines: 2, characters: 75 },
			description: { lines: 3, characters: 200 },
		},
		pictureBytes: 5 * MB,
		label: { says: "site", stands: "last" },
		...FEEDS.teams,
		isOwnWord: false,
		source: { name: "others" },
		checked: CHECKED,
	},
	{
		id: "reddit",
		name: "Reddit",
		largeFrom: null,
		large: null,
		small: { picture: "right", ratio: 1.33, title: null, description: null },
		pictureBytes: 8 * MB,
		label: { says: "address", stands: "last" },
		...FEEDS.reddit,
		isOwnWord: false,
		source: { name: "others" },
		checked: CHECKED,
		dispute: "The title is always the poster's own.",
	},
];

/** The rows whose source was not checked for over twelve months. */
export function staleRows(at: Date, platforms: readonly CardPlatform[] = CARD_PLATFORMS): string[] {
	const limit = new Date(at);
	limit.setUTCFullYear(limit.getUTCFullYear() - 1);
	return platforms.filter(({ checked }) => new Date(checked) < limit).map(({ id }) => id);
}
