/** A kind of client, identified by its user agent. `name` is used in attribution and reasons. */
export type Platform = { name: string; match: RegExp };

/**
 * Services that fetch a link to draw its preview, one per line; the first match names the platform. No person's user
 * agent contains these names. Sources: each vendor's own page or source code, and logs (user agents seen in 2026).
 */
export const PREVIEW_FETCHERS: readonly Platform[] = [
	// These fetch under the names of others: The Lounge from its server, iMessage from the sender's phone.
	{ name: "the-lounge", match: /the lounge irc/i },
	{ name: "imessage", match: /facebookexternalhit\S* facebot twitterbot/i },
	{ name: "line", match: /line-poker/i },
	{ name: "kakaotalk", match: /kakaotalk-scrap/i },
	{ name: "whatsapp", match: /^whatsapp(?:\/|$)/i },
	{ name: "facebook", match: /facebookexternalhit|facebookcatalog|facebookplatform|facebot|meta-externalfetcher/i },
	{ name: "telegram", match: /telegrambot/i },
	{ name: "x", match: /twitterbot/i },
	{ name: "linkedin", match: /linkedinbot/i },
	{ name: "slack", match: /slackbot|slack-imgproxy/i },
	{ name: "discord", match: /discordbot/i },
	{ name: "viber", match: /^viber(?:\/|$)|viberurldownloader/i },
	{ name: "skype", match: /skypeuripreview/i },
	{ name: "microsoft", match: /microsoftpreview/i },
	{ name: "bing", match: /bingpreview/i },
	{ name: "pinterest", match: /pinterestbot|pinterest\/0/i },
	{ name: "reddit", match: /redditbot/i },
	{ name: "bluesky", match: /cardyb|blueskypreviewbot/i },
	{ name: "misskey", match: /summalybot.*misskey\//i },
	{ name: "summaly", match: /summalybot/i },
	{ name: "snapchat", match: /snap ?url ?preview/i },
	{ name: "vk", match: /vkshare/i },
	{ name: "ok", match: /odklbot/i },
	{ name: "embedly", match: /embedly/i },
	{ name: "iframely", match: /iframely/i },
	{ name: "opengraph.io", match: /opengraph\.io/i },
	{ name: "google-messages", match: /googlemessages/i },
	{ name: "google-chat", match: /google-pagerenderer/i },
	{ name: "mattermost", match: /mattermost-bot/i },
	{ name: "zoom", match: /zoombot\//i },
	{ name: "trello", match: /trellobot/i },
	{ name: "atlassian", match: /atlassian-bot/i },
	{ name: "clickup", match: /clickuplinkunfurler/i },
	{ name: "evernote", match: /evernoterichlinkbot/i },
	{ name: "arena", match: /arenaunfurlbot/i },
	{ name: "chatwork", match: /chatwork linkpreview/i },
	{ name: "orlo", match: /orlo-linkpreview/i },
	{ name: "buffer", match: /bufferlinkpreviewbot/i },
	{ name: "yahoo", match: /yahoo link preview|yahoo:linkexpander/i },
	{ name: "dingtalk", match: /dingtalkbot/i },
	{ name: "keybase", match: /keybasebot/i },
	{ name: "medium", match: /mediumbot/i },
	{ name: "bitly", match: /bitlybot/i },
	{ name: "bitrix", match: /bitrix link preview/i },
	{ name: "discourse", match: /discourse forum onebox|^discourse\//i },
	{ name: "xing", match: /xing-contenttabreceiver/i },
	{ name: "apple", match: /applebot/i },
	{ name: "quora", match: /quora link preview/i },
	{ name: "naver", match: /blueno/i },
	{ name: "belly", match: /belly-scrap/i },
	{ name: "remind", match: /remindpreview/i },
	{ name: "groupme", match: /groupmebot/i },
	{ name: "flipboard", match: /flipboardproxy/i },
	// The app itself says "Tumblr/" further in.
	{ name: "tumblr", match: /^tumblr\//i },
	{ name: "metainspector", match: /metainspector/i },
];

/** Fetchers whose name their own app bears, too: no fetcher inside a person's browser or app. */
export const FETCHERS_NAMED_LIKE_APPS: readonly Platform[] = [
	{ name: "bluesky", match: /bluesky/i },
	{ name: "mastodon", match: /mastodon/i },
	{ name: "misskey", match: /misskey/i },
	{ name: "pleroma", match: /pleroma|akkoma/i },
	{ name: "gotosocial", match: /gotosocial/i },
	{ name: "lemmy", match: /lemmy/i },
	{ name: "friendica", match: /friendica/i },
	{ name: "peertube", match: /peertube/i },
	{ name: "rocketchat", match: /rocket\.chat/i },
	{ name: "matrix", match: /synapse/i },
	{ name: "asana", match: /asana\//i },
	{ name: "nextcloud", match: /nextcloud(?!-news)/i },
	{ name: "zulip", match: /zulip/i },
	{ name: "notion", match: /\bnotion(?:\/|bot)/i },
	{ name: "substack", match: /substack/i },
	{ name: "wordpress", match: /\bwordpress(?:\.com)?[/;]/i },
	{ name: "ghost", match: /\bghost(?:\/| ?\(|$)/i },
];

/** Assistants that read a page because someone asked them to, and their makers' crawlers: no cards, but known by name. */
export const AI_ASSISTANTS: readonly Platform[] = [
	{ name: "chatgpt", match: /chatgpt-user|oai-searchbot|gptbot/i },
	{ name: "perplexity", match: /perplexity(?:bot|-?user)/i },
	{ name: "claude", match: /claude(?:bot|-user|-web|-searchbot)/i },
	{ name: "mistral", match: /mistralai-user/i },
	{ name: "duckduckgo", match: /duckassistbot/i },
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
	{ name: "alipay", match: /AlipayClient\// },
	{ name: "google", match: /\bGSA\/\d/ },
	{ name: "zalo", match: /Zalo (?:iOS|android)|ZaloPC/i },
	{ name: "naver", match: /NAVER\(inapp/ },
	{ name: "viber", match: /\bViber\// },
];

/** A desktop app that is a browser inside: its name may be a fetcher's. */
export const DESKTOP_APP = /Electron\//;

/** An app's browser of no known name, or a browser or phone that reads like a bot. Asked after the preview fetchers. */
export const UNNAMED_WEB_VIEW = /; wv\)|WebView|CUBOT|Html5Plus|SogouMSE|SogouMobileBrowser|MetaSr|GNews Android/;

/** The browser of an app on Android. */
export const ANDROID_WEB_VIEW = /; wv\)/;

/** The browser of an app on an iPhone or iPad: what is there instead of Safari's name is the app's. */
export const IOS_WEB_VIEW =
	/^Mozilla\/5\.0 \(i(?:Phone|Pad|Pod)[^)]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?!.*Safari\/)/i;

/** A phone's own name, which may read like a bot's ("M bot 60", "Discovery", "Spider 8"). */
export const ANDROID_MODEL =
	/(\bAndroid[ /]?[\w.-]*; (?:[a-z]{2}[-_][a-z]{2}; )?)[^;()/@]+?(?= Build\/|; (?:wv|rv)\)|\) AppleWebKit)/i;
