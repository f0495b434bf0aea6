/** A fetcher as it asks for a page. Sources: docs/visitors.md. */
export type TestFetcher = {
	name: string;
	userAgent: string;
	/** What it sends beside its name. */
	headers?: Record<string, string>;
	/** It asks by HEAD before it reads. */
	asksHead?: true;
	/** Its name in robots.txt, where it heeds that. */
	robot?: string;
	/** UTF-8 bytes after which it cuts. */
	cuts?: { title: number; description: number };
	/** The heaviest picture that it shows large, in bytes. */
	pictureBytes: number;
};

const MB = 1_000_000;

export const TEST_FETCHERS: readonly TestFetcher[] = [
	{ name: "WhatsApp", userAgent: "WhatsApp/2.24.1 A", headers: { range: "bytes=0-524287" }, pictureBytes: 600_000 },
	{
		name: "Facebook",
		userAgent: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
		headers: { range: "bytes=0-524288", "accept-encoding": "gzip" },
		robot: "facebookexternalhit",
		pictureBytes: 8 * MB,
	},
	{ name: "X", userAgent: "Twitterbot/1.0", asksHead: true, robot: "Twitterbot", pictureBytes: 5 * MB },
	{
		name: "LinkedIn",
		userAgent: "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
		headers: { "accept-encoding": "gzip" },
		robot: "LinkedInBot",
		pictureBytes: 5 * MB,
	},
	{
		name: "Slack",
		userAgent: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
		headers: { range: "bytes=0-32767" },
		pictureBytes: 2 * MB,
	},
	{
		name: "Discord",
		userAgent: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
		robot: "Discordbot",
		cuts: { title: 70, description: 350 },
		pictureBytes: 8 * MB,
	},
	{ name: "Telegram", userAgent: "TelegramBot (like TwitterBot)", pictureBytes: 5 * MB },
	{
		name: "iMessage",
		userAgent:
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
		headers: { "accept-encoding": "gzip", "accept-language": "en-us" },
		pictureBytes: 8 * MB,
	},
	{
		name: "Bluesky",
		userAgent: "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)",
		pictureBytes: 976_560,
	},
	{
		name: "Mastodon",
		userAgent: "Mastodon/4.3.1 (http.rb/5.2.0; +https://mastodon.social/) Bot",
		headers: { "accept-encoding": "gzip" },
		asksHead: true,
		pictureBytes: 8 * MB,
	},
	{
		name: "Teams",
		userAgent: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
		robot: "SkypeUriPreview",
		pictureBytes: 5 * MB,
	},
	{
		name: "Reddit",
		userAgent: "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)",
		robot: "redditbot",
		pictureBytes: 8 * MB,
	},
];
