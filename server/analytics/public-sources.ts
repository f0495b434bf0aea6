import { sourceName } from "#shared/analytics/source-name.ts";

/** What everyone may read of where people came from: names of large platforms, which tell nothing of anyone. */
const NAMES: Record<string, string> = {
	"": "",
	alipay: "Alipay",
	bing: "Bing",
	bluesky: "Bluesky",
	discord: "Discord",
	duckduckgo: "DuckDuckGo",
	facebook: "Facebook",
	github: "GitHub",
	google: "Google",
	"hacker-news": "Hacker News",
	instagram: "Instagram",
	kakaotalk: "KakaoTalk",
	line: "LINE",
	linkedin: "LinkedIn",
	mastodon: "Mastodon",
	messenger: "Messenger",
	naver: "Naver",
	pinterest: "Pinterest",
	qr: "QR code",
	reddit: "Reddit",
	signal: "Signal",
	slack: "Slack",
	snapchat: "Snapchat",
	teams: "Teams",
	telegram: "Telegram",
	threads: "Threads",
	tiktok: "TikTok",
	viber: "Viber",
	wechat: "WeChat",
	whatsapp: "WhatsApp",
	x: "X",
	yahoo: "Yahoo",
	youtube: "YouTube",
	zalo: "Zalo",
};

/**
 * What a public page calls a source (P224): a platform's name, empty where nothing tells; null for everything else, for a
 * campaign's name is its owner's, a host may be a company's own, and anyone who visits can write any word there.
 */
export function publicSource(source: string): string | null {
	const name = sourceName(source);
	return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? null) : null;
}
