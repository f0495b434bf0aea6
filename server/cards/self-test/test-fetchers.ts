import { CARD_PLATFORMS, type CardPlatform } from "#shared/cards/platforms.ts";

/** A fetcher as it asks for a page. Sources: docs/visitors.md. */
type Asking = {
	/** Of `CARD_PLATFORMS`. */
	id: string;
	userAgent: string;
	/** What it sends next to its name. */
	headers?: Record<string, string>;
	/** It asks by HEAD before it reads. */
	asksHead?: true;
	/** It requests a range of images, too. */
	rangesPictures?: true;
	/** It prefers `twitter:title`, `:description` and `:image` to `og:*`. */
	prefersTwitter?: true;
	/** It draws the card that `twitter:card` names. */
	heedsCardKind?: true;
	/** Its name in robots.txt, where it heeds that. */
	robot?: string;
};
export type TestFetcher = Omit<Asking, "id"> & {
	name: string;
	/** What it takes and shows: the limits are there and nowhere else (P200). */
	platform: CardPlatform;
};

const ASKING: readonly Asking[] = [
	{ id: "whatsapp", userAgent: "WhatsApp/2.24.1 A", headers: { range: "bytes=0-524287" }, rangesPictures: true },
	{
		id: "facebook",
		userAgent: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
		headers: { range: "bytes=0-524288", "accept-encoding": "gzip" },
		rangesPictures: true,
		robot: "facebookexternalhit",
	},
	{
		id: "x",
		userAgent: "Twitterbot/1.0",
		asksHead: true,
		prefersTwitter: true,
		heedsCardKind: true,
		robot: "Twitterbot",
	},
	{
		id: "linkedin",
		userAgent: "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
		headers: { "accept-encoding": "gzip" },
		robot: "LinkedInBot",
	},
	{
		id: "slack",
		userAgent: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
		headers: { range: "bytes=0-32767" },
		prefersTwitter: true,
	},
	{
		id: "discord",
		userAgent: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
		heedsCardKind: true,
		robot: "Discordbot",
	},
	{ id: "telegram", userAgent: "TelegramBot (like TwitterBot)" },
	{
		id: "imessage",
		userAgent:
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
		headers: { "accept-encoding": "gzip", "accept-language": "en-us" },
	},
	{
		id: "bluesky",
		userAgent: "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)",
	},
	{
		id: "mastodon",
		userAgent: "Mastodon/4.3.1 (http.rb/5.2.0; +https://mastodon.social/) Bot",
		headers: { "accept-encoding": "gzip" },
		asksHead: true,
	},
	{
		id: "teams",
		userAgent: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
		prefersTwitter: true,
		robot: "SkypeUriPreview",
	},
	{
		id: "reddit",
		userAgent: "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)",
		robot: "redditbot",
	},
];

export const TEST_FETCHERS: readonly TestFetcher[] = ASKING.map(({ id, ...asking }) => {
	const platform = CARD_PLATFORMS.find((each) => each.id === id);
	if (!platform) throw new Error(`No platform ${id}`);
	return { ...asking, name: platform.name, platform };
});
