import { sourceName } from "#shared/analytics/source-name.ts";

/** Sources that public pages show: names of large platforms, which identify no one. */
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
 * A public page's name for a source (P224): a platform's name, empty if unknown; null for everything else, because a
 * campaign's name is its owner's, a host may be a company's own, and visitors can write any word there.
 */
export function publicSource(source: string): string | null {
	const name = sourceName(source);
	return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? null) : null;
}
