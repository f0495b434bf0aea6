/** A service that fetches cards, as its agent can be told from others, and what it does with them afterwards. */
export type Fetcher = {
	/** The words of attribution that mean it. */
	words: readonly [string, ...string[]];
	name: string;
	/** How long it keeps a card: 'about 7 days'. */
	keeps: string;
	/** Its own page that reads a card anew: the page's address for a link. */
	tool?: { name: string; address: (link: string) => string; takesAddress: boolean };
	/** It may load the card's image under a name that is not its own: that it has not can't be known. */
	hidesPictures?: true;
	/** What can't be known or changed, in a sentence. */
	note?: string;
};

const withAddress = (before: string) => (link: string) => before + encodeURIComponent(link);

/** What is shown of each, in this order; whoever else has fetched comes after them. */
export const FETCHERS: readonly Fetcher[] = [
	{
		words: ["whatsapp"],
		name: "WhatsApp",
		keeps: "a day to several weeks",
		note: "It fetches from the sender's phone, while one types. Signal says the same of itself. A message that was sent keeps its card.",
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
		note: "Instagram, Messenger and Threads share its fetcher. After 50 reactions, comments or shares a title stays.",
	},
	{
		words: ["x"],
		name: "X",
		keeps: "about 7 days",
		note: "It has no page any more that reads a card anew.",
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
	{ words: ["slack"], name: "Slack", keeps: "about 30 minutes", note: "One fetch serves every team for as long." },
	{
		words: ["discord"],
		name: "Discord",
		keeps: "about 30 minutes",
		tool: { name: "Embed Debugger", address: () => "https://discord.com/developers/embeds", takesAddress: false },
		hidesPictures: true,
		note: "One fetch serves every server for as long. It may load the image under a browser's name.",
	},
	{
		words: ["telegram"],
		name: "Telegram",
		keeps: "until it is asked to read anew",
		tool: { name: "WebpageBot", address: () => "https://t.me/WebpageBot", takesAddress: false },
	},
	{ words: ["imessage"], name: "iMessage", keeps: "as each phone likes", note: "It fetches from the sender's phone." },
	{ words: ["bluesky"], name: "Bluesky", keeps: "for ever, in each post" },
	{ words: ["mastodon"], name: "Mastodon", keeps: "about 14 days", note: "Every server fetches for itself." },
	{ words: ["skype", "microsoft"], name: "Teams", keeps: "about 30 minutes", note: "Skype says the same of itself." },
	{ words: ["reddit"], name: "Reddit", keeps: "an unknown time" },
];
