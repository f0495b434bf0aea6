/** A service that fetches cards, as its user agent identifies it, and how it caches them. */
export type Fetcher = {
	/** The words of attribution that mean it. */
	words: readonly [string, ...string[]];
	name: string;
	/** How long it keeps a card: 'about 7 days'. */
	keeps: string;
	/** Its own page that reads a card again: the page's address for a link. */
	tool?: { name: string; address: (link: string) => string; takesAddress: boolean };
	/** It may load the card's image under a name that is not its own: that it has not can't be known. */
	hidesPictures?: true;
	/** What can't be known or changed, in a sentence. */
	note?: string;
};

const withAddress = (before: string) => (link: string) => before + encodeURIComponent(link);

/** What is shown of each, in this order; anyone else who has fetched comes after them. */
export const FETCHERS: readonly Fetcher[] = [
	{
		words: ["whatsapp"],
		name: "WhatsApp",
		keeps: "a day to several weeks",
		note: "It loads the preview on the sender's phone as they type. Signal identifies itself as WhatsApp. Messages already sent keep their old preview.",
	},
	{
		words: ["facebook"],
		name: "Facebook",
		keeps: "30 days",
		tool: {
			name: "Sharing Debugger",
			address: withAddress("https://developers.facebook.com/tools/debug/?q="),
			takesAddress: true,
		},
		note: "Instagram, Messenger and Threads share its crawler. After 50 reactions, comments or shares, the title can't change.",
	},
	{
		words: ["x"],
		name: "X",
		keeps: "about 7 days",
		note: "It no longer has a refresh tool.",
	},
	{
		words: ["linkedin"],
		name: "LinkedIn",
		keeps: "about 7 days",
		tool: {
			name: "Post Inspector",
			address: withAddress("https://www.linkedin.com/post-inspector/inspect/"),
			takesAddress: true,
		},
	},
	{ words: ["slack"], name: "Slack", keeps: "about 30 minutes", note: "All workspaces share one fetch in that time." },
	{
		words: ["discord"],
		name: "Discord",
		keeps: "about 30 minutes",
		tool: { name: "Embed Debugger", address: () => "https://discord.com/developers/embeds", takesAddress: false },
		hidesPictures: true,
		note: "All servers share one fetch during that time. It may load the image with a browser's user agent.",
	},
	{
		words: ["telegram"],
		name: "Telegram",
		keeps: "until you ask it to refresh",
		tool: { name: "WebpageBot", address: () => "https://t.me/WebpageBot", takesAddress: false },
	},
	{
		words: ["imessage"],
		name: "iMessage",
		keeps: "varies by phone",
		note: "It loads the preview on the sender's phone.",
	},
	{ words: ["bluesky"], name: "Bluesky", keeps: "permanently, in each post" },
	{ words: ["mastodon"], name: "Mastodon", keeps: "about 14 days", note: "Every server fetches its own copy." },
	{
		words: ["skype", "microsoft"],
		name: "Teams",
		keeps: "about 30 minutes",
		note: "Skype identifies itself the same way.",
	},
	{ words: ["reddit"], name: "Reddit", keeps: "unknown" },
];
