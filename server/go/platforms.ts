/** One kind of client that a user agent can be told by. `name` is the word that attribution and reasons use. */
export type Platform = { name: string; match: RegExp };

/**
 * Services that fetch a link to draw its preview, one line each; the first match names the platform.
 * Sources: each vendor's own page or source code, and logs (user agents seen in 2026).
 */
export const PREVIEW_FETCHERS: readonly Platform[] = [
	// iMessage fetches from the sender's phone under the names of two others.
	{ name: "imessage", match: /facebookexternalhit\S* facebot twitterbot/i },
	{ name: "line", match: /line-poker/i },
	{ name: "kakaotalk", match: /kakaotalk-scrap/i },
	{ name: "whatsapp", match: /^whatsapp(?:\/|$)/i },
	{ name: "facebook", match: /facebookexternalhit|facebookcatalog|facebot|meta-externalfetcher/i },
	{ name: "telegram", match: /telegrambot/i },
	{ name: "x", match: /twitterbot/i },
	{ name: "linkedin", match: /linkedinbot/i },
	{ name: "slack", match: /slackbot|slack-imgproxy/i },
	{ name: "discord", match: /discordbot/i },
	{ name: "viber", match: /^viber(?:\/|$)/i },
	{ name: "skype", match: /skypeuripreview/i },
	{ name: "microsoft", match: /microsoftpreview/i },
	{ name: "pinterest", match: /pinterestbot|pinterest\/0/i },
	{ name: "reddit", match: /redditbot/i },
	{ name: "bluesky", match: /cardyb|bluesky/i },
	{ name: "mastodon", match: /mastodon/i },
	{ name: "misskey", match: /misskey/i },
	{ name: "pleroma", match: /pleroma|akkoma/i },
	{ name: "lemmy", match: /lemmy/i },
	{ name: "friendica", match: /friendica/i },
	{ name: "peertube", match: /peertube/i },
	{ name: "snapchat", match: /snap url preview/i },
	{ name: "vk", match: /vkshare/i },
	{ name: "ok", match: /odklbot/i },
	{ name: "embedly", match: /embedly/i },
	{ name: "iframely", match: /iframely/i },
	{ name: "google-messages", match: /googlemessages/i },
	{ name: "google-chat", match: /google-pagerenderer/i },
	{ name: "mattermost", match: /mattermost-bot/i },
	{ name: "rocketchat", match: /rocket\.chat/i },
	{ name: "matrix", match: /synapse/i },
	{ name: "zoom", match: /zoombot/i },
	{ name: "trello", match: /trellobot/i },
	{ name: "asana", match: /asana\//i },
	{ name: "xing", match: /xing-contenttabreceiver/i },
	{ name: "apple", match: /applebot/i },
	{ name: "quora", match: /quora link preview/i },
	{ name: "naver", match: /blueno/i },
	{ name: "belly", match: /belly-scrap/i },
	{ name: "the-lounge", match: /the lounge irc/i },
	{ name: "remind", match: /remindpreview/i },
	{ name: "nextcloud", match: /nextcloud/i },
	{ name: "zulip", match: /zulip/i },
	{ name: "groupme", match: /groupmebot/i },
	{ name: "zalo", match: /zalopc/i },
	{ name: "flipboard", match: /flipboardproxy/i },
	// The app itself says "Tumblr/" further in.
	{ name: "tumblr", match: /^tumblr\//i },
	{ name: "metainspector", match: /metainspector/i },
];

/** Browsers inside apps: people, though their user agents often look like a crawler's. The first match names the app. */
export const IN_APP_BROWSERS: readonly Platform[] = [
	{ name: "instagram", match: /Instagram \d/ },
	{ name: "threads", match: /Barcelona \d/ },
	{ name: "facebook", match: /FBAN|FBAV|FB_IAB/ },
	{ name: "x", match: /Twitter for (?:iPhone|iPad)|TwitterAndroid/ },
	{ name: "linkedin", match: /LinkedInApp/ },
	{ name: "pinterest", match: /\[Pinterest\// },
	{ name: "tiktok", match: /musical_ly|trill_|BytedanceWebview|TikTok/ },
	{ name: "snapchat", match: /Snapchat\/\d/ },
	{ name: "line", match: /\bLine\/\d/ },
	{ name: "kakaotalk", match: /KAKAOTALK/ },
	{ name: "wechat", match: /MicroMessenger\// },
	{ name: "google", match: /\bGSA\/\d/ },
	{ name: "zalo", match: /Zalo (?:iOS|android)/i },
	{ name: "naver", match: /NAVER\(inapp/ },
	{ name: "viber", match: /\bViber\// },
];

/** An app's browser of no known name, or a phone maker that reads like a bot. Asked after the preview fetchers. */
export const UNNAMED_WEB_VIEW = /; wv\)|WebView|CUBOT/;

/** Crawlers by purpose, for the reason of a verdict alone: all get the same answer. */
export const CRAWLER_PURPOSES: readonly Platform[] = [
	{
		name: "ai",
		match:
			/gptbot|oai-searchbot|chatgpt|claude|anthropic|ccbot|perplexity|bytespider|meta-externalagent|amazonbot|google-extended|cohere|mistral|deepseek/i,
	},
	{
		name: "search",
		match: /googlebot|bingbot|yandex|baiduspider|duckduckbot|slurp|sogou|petalbot|seznambot|qwant|yeti|naverbot/i,
	},
];
